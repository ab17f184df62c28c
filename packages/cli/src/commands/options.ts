// Forms of options that several commands share.
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { type InstallPart, installParts } from '../install/prepare.ts';

/** A command below a command, with the help that all have. */
export function subcommand(command: Command, name: string, summary: string): Command {
  return command.command(name).description(summary).helpOption('-h, --help', 'show this help');
}

/** Shows what would change and asks, where somebody can answer and was not told not to. False when they do not want it. */
export async function isConfirmed(isSure: boolean, plan: string, { output, confirm }: CommandFrame): Promise<boolean> {
  if (confirm === undefined || isSure || output.isJson) return true;
  output.line(plan);
  if (await confirm('Make these changes?')) return true;
  output.line('Nothing was changed.');
  return false;
}

/** Says why some of it failed, which the exit code tells too. */
export function noteFaults(outcomes: readonly { readonly fault?: SallyportError }[], frame: CommandFrame): void {
  for (const { fault } of outcomes) {
    if (fault === undefined) continue;
    frame.setExitCode(1);
    frame.output.note([fault.message, fault.hint].filter(Boolean).join(' '));
  }
}

/** Gathers an option that may be repeated. */
export function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}

/** The parts that `--only` names; all of them when it names none. */
export function parseParts(given: readonly string[]): readonly InstallPart[] {
  const unknown = given.find((part) => !installParts.some((known) => known === part));
  if (unknown !== undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `--only does not know the part "${unknown}".`, {
      hint: `Parts: ${installParts.join(', ')}.`,
    });
  }
  return given.length === 0 ? installParts : installParts.filter((part) => given.includes(part));
}
