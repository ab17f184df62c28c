// sallyport doctor: checks each part between agent and page, names every problem with its code and fix, and repairs some.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { type Check, isFinding } from '../doctor/check.ts';
import { runChecks } from '../doctor/checks.ts';
import { realProbes } from '../doctor/probes.ts';
import { applyRepairs, planRepairs, type Repaired } from '../doctor/repairs.ts';
import { isConfirmed } from './options.ts';

interface DoctorFlags {
  readonly fix?: true;
  readonly yes?: true;
}

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .option('--fix', 'show what can be repaired, and repair it')
    .option('--yes', 'do not ask for confirmation')
    .action(async (flags: DoctorFlags) => runDoctor(flags, frame()));
}

async function runDoctor({ fix, yes }: DoctorFlags, frame: CommandFrame): Promise<void> {
  const { output, setExitCode } = frame;
  const probes = realProbes(frame.machine.env);
  let hops = await runChecks(frame, probes);
  let repaired: readonly Repaired[] | undefined;
  const repairs = fix ? planRepairs(hops) : [];
  if (fix) {
    const plan = repairs.map(({ title }) => `  ${title}`).join('\n');
    const isAgreed = repairs.length > 0 && (await isConfirmed(yes === true, plan, frame));
    repaired = isAgreed ? await applyRepairs(repairs, frame) : [];
    if (isAgreed) hops = await runChecks(frame, probes);
  }
  const first = hops.find(isFinding);
  if (first !== undefined) setExitCode(1);
  output.result({ ok: first === undefined, hops, repaired }, () => describe(hops, first, repaired));
}

const marks: Readonly<Record<Check['state'], string>> = { sound: 'ok', idle: '–', waiting: 'WAITS', broken: 'BROKEN' };

function describe(hops: readonly Check[], first: Check | undefined, repaired: readonly Repaired[] | undefined): string {
  const width = Math.max(...hops.map(({ name }) => name.length));
  const lines = hops.map(({ name, state, detail, fix, code }) => {
    const line = `${marks[state].padEnd(6)}  ${name.padEnd(width)}  ${detail}`;
    const indent = `\n${' '.repeat(width + 10)}`;
    return [line, ...(fix === undefined ? [] : [fix]), ...(code === undefined ? [] : [`[${code}]`])].join(indent);
  });
  const end = first === undefined ? 'No problems found.' : `First problem: ${first.name}. ${first.fix ?? ''}`.trimEnd();
  const done = (repaired ?? []).map(
    ({ title, isDone, problem }) =>
      `${isDone ? 'Done' : 'Failed'}: ${title}${problem === undefined ? '' : `: ${problem}`}`,
  );
  const none = repaired?.length === 0 && first !== undefined ? ['Nothing of this can be repaired by a program.'] : [];
  return [...lines, '', ...done, ...none, end].join('\n');
}
