// Parses arguments, runs one command and returns its exit code: 0 success, 1 failure, 2 wrong usage.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Machine } from '@sallyport/native-host/run-directory';
import { PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import { Command, CommanderError, Help } from 'commander';
import { type CommandEntry, commands } from './commands/table.ts';
import type { CommandContext, CommandFrame } from './context.ts';
import { explainDiskFault, failedPathOf } from './install/disk.ts';
import { createOutput, type Output } from './output.ts';
import { visible } from './visible.ts';

const seeHelp = (...command: readonly string[]) => `Run "${['sallyport', ...command, '--help'].join(' ')}" for usage.`;

/** Resolves to the exit code; never throws. */
export async function run(
  args: readonly string[],
  context: CommandContext,
  table: readonly CommandEntry[] = commands,
): Promise<number> {
  let exitCode = 0;
  const plain = new Help();
  const program = new Command('sallyport')
    .description('Lets AI agents use the apps you have open, with your permission.')
    .version(PRODUCT_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show help for a command')
    .option('--json', 'print JSON instead of text')
    .option('--config <file>', 'use this config.json instead of your own')
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      // Hides "(default: [])" of options that may be repeated.
      optionDescription: (option) =>
        Array.isArray(option.defaultValue) ? option.description : plain.optionDescription(option),
    })
    .addHelpText('after', '\nBrowsers start "sallyport native-host" themselves; "sallyport install" sets that up.')
    .configureOutput({
      writeOut: (text) => void context.stdout.write(visible(text)),
      writeErr: (text) => void context.stderr.write(visible(text)),
      // Written below, with the same hint as in JSON.
      outputError: () => {},
    })
    .exitOverride();

  const frameOf = (command: Command): CommandFrame => ({
    ...context,
    machine: withConfig(context, command.optsWithGlobals().config),
    output: createOutput({ ...context, isJson: command.optsWithGlobals().json === true }),
    setExitCode: (code) => {
      exitCode = code;
    },
  });

  const [first, ...others] = wordsOf(args);
  const [wanted, second, third] = first === 'help' ? others : [first, ...others];
  for (const entry of table) {
    const command = program
      .command(entry.name)
      .description(entry.summary)
      .helpOption('-h, --help', 'show this help')
      .option('--json', 'print JSON instead of text');
    // Only the requested command is loaded; the help needs just name and summary of the others.
    if (entry.name === wanted) (await entry.load()).define(command, () => frameOf(command));
  }

  const command = program.commands.find((known) => known.name() === wanted);
  const isHelpAfter = second === 'help' && (command?.commands.length ?? 0) > 0;
  const subcommand = isHelpAfter ? third : second;
  try {
    if (command !== undefined && subcommand !== undefined) checkSubcommand(command, subcommand);
    if (args.length === 0) program.outputHelp();
    // Commander would show the general help for an unknown command, as if that had been asked for.
    else if (wanted !== undefined && command === undefined) await program.parseAsync([wanted], { from: 'user' });
    // Commander would show the help of the command instead of the subcommand's.
    else if (command !== undefined && (first === 'help' || isHelpAfter)) helpFor(command, subcommand);
    else await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    const path = [command, command?.commands.find((known) => known.name() === subcommand)];
    const hint = seeHelp(...path.flatMap((known) => known?.name() ?? []));
    const output = createOutput({ ...context, isJson: args.includes('--json') });
    if (!(thrown instanceof CommanderError)) return reportFault(thrown, output, context);
    if (thrown.exitCode === 0) return 0;
    const isEmpty = thrown.code === 'commander.help';
    const message = isEmpty ? 'no command was named' : thrown.message.replace(/^error: /, '');
    if (!isEmpty) context.stderr.write(visible(`error: ${message}\n${hint}\n`));
    output.result({ error: { code: 'ERR_INPUT_INVALID', message, hint } }, () => '');
    return 2;
  }
}

/** The words that are neither options nor the value of `--config`. */
function wordsOf(args: readonly string[]): readonly string[] {
  return args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--config');
}

/** Commander would report a misspelled subcommand as an excess argument of its parent. */
function checkSubcommand(command: Command, word: string): void {
  const known = command.commands.map((sub) => sub.name());
  if (known.length === 0 || known.includes(word)) return;
  command.error(`error: unknown command '${word}' for "sallyport ${command.name()}". Commands: ${known.join(', ')}.`);
}

function helpFor(command: Command, word: string | undefined): void {
  (command.commands.find((sub) => sub.name() === word) ?? command).outputHelp();
}

/** By environment, so that processes started from here use the same file. */
function withConfig({ machine, cwd }: CommandContext, file: unknown): Machine {
  if (typeof file !== 'string') return machine;
  const path = resolve(cwd, file);
  if (existsSync(path)) return { ...machine, env: { ...machine.env, SALLYPORT_CONFIG: path } };
  throw new SallyportError('ERR_INPUT_INVALID', `File not found: ${path}.`, {
    hint: 'Pass the path of an existing config file to --config.',
  });
}

function reportFault(thrown: unknown, output: Output, { stderr, machine }: CommandContext): number {
  const place = failedPathOf(thrown);
  const fault =
    thrown instanceof SallyportError || place !== undefined
      ? explainDiskFault(thrown, place ?? '')
      : new SallyportError('ERR_INTERNAL', `Internal error: ${thrown instanceof Error ? thrown.message : thrown}`, {
          hint: 'Run again with SALLYPORT_DEBUG=1 for a stack trace, and please report it.',
          cause: thrown,
        });
  const { code, message, hint } = fault;
  stderr.write(visible(`${message}${hint === undefined ? '' : `\n${hint}`}\n`));
  if (machine.env.SALLYPORT_DEBUG) stderr.write(visible(`${stackOf(fault.cause ?? fault)}\n`));
  output.result({ error: { code, message, hint } }, () => '');
  return code === 'ERR_INPUT_INVALID' ? 2 : 1;
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
