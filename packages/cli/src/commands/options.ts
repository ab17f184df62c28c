// Forms of options that several commands share.
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import { type InstallPart, installParts } from '../install/prepare.ts';

/** A command below a command, with the help that all have. */
export function subcommand(command: Command, name: string, summary: string): Command {
  return command.command(name).description(summary).helpOption('-h, --help', 'show this help');
}

/** Gathers an option that may be repeated. */
export function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}

/** The parts that `--only` names; all of them when it names none. */
export function parseParts(given: readonly string[]): readonly InstallPart[] {
  const unknown = given.find((part) => !installParts.some((known) => known === part));
  if (unknown !== undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `There is no part "${unknown}" to choose with --only.`, {
      hint: `There are: ${installParts.join(', ')}.`,
    });
  }
  return given.length === 0 ? installParts : installParts.filter((part) => given.includes(part));
}
