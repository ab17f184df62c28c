// sallyport doctor: checks each part between agent and page, and names the first problem with its fix.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import type { Check } from '../doctor/check.ts';
import { runChecks } from '../doctor/checks.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command.action(async () => {
    const { output, setExitCode, ...context } = frame();
    const hops = await runChecks(context);
    const first = hops.find(({ state }) => state === 'broken');
    if (first !== undefined) setExitCode(1);
    output.result({ ok: first === undefined, hops }, () => describe(hops, first));
  });
}

const marks: Readonly<Record<Check['state'], string>> = { sound: 'ok', idle: '–', broken: 'BROKEN' };

function describe(hops: readonly Check[], first: Check | undefined): string {
  const width = Math.max(...hops.map(({ name }) => name.length));
  const lines = hops.map(({ name, state, detail, fix }) => {
    const line = `${marks[state].padEnd(6)}  ${name.padEnd(width)}  ${detail}`;
    return fix === undefined ? line : `${line}\n${' '.repeat(width + 10)}${fix}`;
  });
  const end = first === undefined ? 'No problems found.' : `First problem: ${first.name}. ${first.fix ?? ''}`.trimEnd();
  return [...lines, '', end].join('\n');
}
