// sallyport secrets: adds, lists and removes what agents can have typed by name. A value is never an argument.
import type { SecretEntry } from '@sallyport/gateway';
import { parseTotpKey, readOrigins, requireSecretName, requireTypable, secretKinds } from '@sallyport/gateway';
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { readSecret } from '../read-secret.ts';
import { collect, subcommand } from './options.ts';
import { openSecretStores } from './secret-stores.ts';

const stores = ['keychain', 'file'] as const;

interface AddOptions {
  readonly site: readonly string[];
  readonly kind: string;
  readonly store?: string;
  readonly command?: boolean;
}

export function define(command: Command, frame: () => CommandFrame): void {
  const sub = (name: string, summary: string) =>
    subcommand(command, name, summary).option('--json', 'print JSON instead of text');
  // The frame reads --json from the parent command.
  const framed = (own: Command) => {
    if (own.opts().json === true) command.setOptionValue('json', true);
    return frame();
  };
  sub('list', 'show names and sites, never values').action((_, own: Command) => runList(framed(own)));
  sub('add', 'keep a secret, read from a prompt or from stdin; again, to replace it')
    .argument('<name>', 'what agents call it')
    .argument('[program...]', 'with --command: the program that prints the value, and its arguments')
    .requiredOption('--site <address>', 'the site it may be typed into (may be repeated)', collect, [])
    .option('--kind <kind>', `one of: ${secretKinds.join(', ')}`, 'password')
    .option('--store <where>', 'keychain or file; without it the keychain, if there is one')
    .option('--command', 'run a program for the value at each use, such as: -- op read op://vault/item/password')
    .action((name: string, program: readonly string[], options: AddOptions, own: Command) =>
      runAdd(name, program, options, framed(own)),
    );
  sub('remove', 'forget a secret and its value')
    .argument('<name>', 'as shown by "sallyport secrets list"')
    .action((name: string, _, own: Command) => runRemove(name, framed(own)));
  command.action(() => runList(frame()));
}

function runList(frame: CommandFrame): void {
  const secrets = openSecretStores(frame)
    .store.list()
    .map(({ name, kind, origins, source, shownAt }) => ({ name, kind, origins, from: source.from, shownAt }));
  frame.output.result({ secrets }, () =>
    secrets.length === 0
      ? 'No secret. Add one with "sallyport secrets add NAME --site https://example.com".'
      : secrets
          .map(({ name, kind, origins, from, shownAt }) => {
            const shown = shownAt === undefined ? '' : `; shown by a page on ${shownAt.slice(0, 10)}, so not in use`;
            return `${name}  ${kind}, from ${from}, for ${origins.join(', ')}${shown}`;
          })
          .join('\n'),
  );
}

async function runAdd(
  name: string,
  program: readonly string[],
  options: AddOptions,
  frame: CommandFrame,
): Promise<void> {
  requireSecretName(name);
  const origins = readOrigins(options.site);
  const kind = secretKinds.find((known) => known === options.kind);
  if (kind === undefined) throw wrong('--kind', secretKinds);
  const wanted = stores.find((known) => known === options.store);
  if (wanted !== options.store) throw wrong('--store', stores);
  const { store, values } = openSecretStores(frame);
  const earlier = store.find(name);
  const source = await sourceOf();
  // A value that was kept elsewhere is no longer of use.
  if (earlier !== undefined && earlier.source.from !== source.from) await values.remove(earlier);
  store.put({ name, kind, origins, source });
  frame.output.result({ name, kind, origins, from: source.from }, () =>
    [
      `Agents can have "${name}" typed on ${origins.join(', ')}; you are asked first.`,
      source.from === 'file'
        ? 'Its value is in a file that only you can read.'
        : source.from === 'keychain'
          ? 'Its value is in your keychain.'
          : 'Its value is asked for at each use.',
      'An agent needs the family for it: sallyport agents families AGENT --on secrets',
    ].join('\n'),
  );

  async function sourceOf(): Promise<SecretEntry['source']> {
    if (options.command === true) {
      if (program.length > 0) return { from: 'command', command: program };
      throw new SallyportError('ERR_INPUT_INVALID', '--command needs a program.', { hint: 'Write it after --.' });
    }
    if (program.length > 0) throw notAnArgument();
    const value = await readSecret(frame, `Value of ${name}: `);
    if (kind === 'totp') parseTotpKey(value);
    else requireTypable(value);
    return { from: await values.save(name, value, wanted) };
  }
}

async function runRemove(name: string, frame: CommandFrame): Promise<void> {
  const { store, values } = openSecretStores(frame);
  const entry = store.find(name);
  if (entry === undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `There is no secret "${name.slice(0, 60)}".`, {
      hint: 'See "sallyport secrets list".',
    });
  }
  await values.remove(entry);
  store.remove(name);
  frame.output.result({ removed: name }, () => `Removed ${name}.`);
}

function wrong(option: string, known: readonly string[]): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${option} must be one of ${known.join(', ')}.`);
}

/** What stands there may be the secret, so it is not quoted. */
function notAnArgument(): SallyportError {
  return new SallyportError(
    'ERR_INPUT_INVALID',
    'A value cannot be given as an argument: other programs could see it.',
    {
      hint: 'Run it without the value and type it when asked, or pipe it in.',
    },
  );
}
