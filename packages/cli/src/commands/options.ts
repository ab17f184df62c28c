// Options and confirmations shared by commands.
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { AskOptions } from '../ask.ts';
import type { CommandFrame } from '../context.ts';
import { type InstallPart, installParts } from '../install/prepare.ts';

/** Adds a subcommand with the common help option. */
export function subcommand(command: Command, name: string, summary: string): Command {
  return command.command(name).description(summary).helpOption('-h, --help', 'show this help');
}

/** Shows the plan and asks, unless there is no terminal, `--yes` or `--json`. False when the user declines. */
export async function isConfirmed(
  isSure: boolean,
  plan: string,
  { output, confirm }: CommandFrame,
  options: AskOptions = {},
): Promise<boolean> {
  if (confirm === undefined || isSure || output.isJson) return true;
  output.line(plan);
  if (await confirm('Make these changes?', options)) return true;
  output.line('Nothing was changed.');
  return false;
}

/** Prints each failure and sets the exit code. */
export function noteFaults(outcomes: readonly { readonly fault?: SallyportError }[], frame: CommandFrame): void {
  for (const { fault } of outcomes) {
    if (fault === undefined) continue;
    frame.setExitCode(1);
    frame.output.note([fault.message, fault.hint].filter(Boolean).join(' '));
  }
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}

/** The value of `--last`. */
export function parseLast(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new SallyportError('ERR_INPUT_INVALID', '--last must be a number above 0.');
}

/** The parts named by `--only`; by default all. */
export function parseParts(given: readonly string[]): readonly InstallPart[] {
  const unknown = given.find((part) => !installParts.some((known) => known === part));
  if (unknown !== undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `--only does not know the part "${unknown}".`, {
      hint: `Parts: ${installParts.join(', ')}.`,
    });
  }
  return given.length === 0 ? installParts : installParts.filter((part) => given.includes(part));
}
