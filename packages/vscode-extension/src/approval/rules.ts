// Remembered answers about commands: exactly this line, or everything that begins with these words, and nothing beside it.
import { isRecord } from '@sallyport/protocol';
import { readPlainCommands } from './shell-words.ts';

export type CommandRule =
  | { readonly kind: 'exact'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'prefix'; readonly words: readonly string[] };

/** Whether rules allow the line. A line that is not plain is allowed by an exact rule alone. */
export function isAllowed(command: string, cwd: string, rules: readonly CommandRule[], isPosix: boolean): boolean {
  if (rules.some((rule) => rule.kind === 'exact' && rule.command === command && rule.cwd === cwd)) return true;
  const plain = isPosix ? readPlainCommands(command) : undefined;
  if (plain === undefined) return false;
  const prefixes = rules.flatMap((rule) => (rule.kind === 'prefix' ? [rule.words] : []));
  return plain.every((words) => prefixes.some((prefix) => beginsWith(words, prefix)));
}

/**
 * The rule by prefix that may be offered for a line: its program and subcommand. None for a line of several commands, nor for
 * programs that run what their arguments say, since such a prefix would allow everything.
 */
export function offeredPrefix(command: string): readonly string[] | undefined {
  const plain = readPlainCommands(command);
  const [words, ...more] = plain ?? [];
  const program = words?.[0];
  if (words === undefined || program === undefined || more.length > 0) return undefined;
  if (program.includes('/') || RUNNERS.has(program)) return undefined;
  const subcommand = words[1];
  if (!WITH_SUBCOMMANDS.has(program)) return [program];
  if (subcommand === undefined || !/^[a-z][a-z0-9:-]*$/.test(subcommand) || RUNNING_SUBCOMMANDS.has(subcommand))
    return undefined;
  if (subcommand !== 'run' && subcommand !== 'run-script') return [program, subcommand];
  const script = words[2];
  return script === undefined || script.startsWith('-') ? undefined : [program, subcommand, script];
}

const RUNNERS = new Set(
  (
    'sh bash zsh dash ksh fish pwsh powershell cmd env sudo doas su xargs find parallel time timeout nohup nice watch ' +
    'node deno bun python python3 ruby perl php lua awk gawk sed eval exec source . command builtin ssh scp rsync tee dd rm ' +
    'mv cp ln chmod chown kill curl wget npx pnpx bunx uvx pipx make tar git-receive-pack vi vim nano ed'
  ).split(' '),
);
const WITH_SUBCOMMANDS = new Set(
  'git npm pnpm yarn cargo go docker kubectl dotnet gh pip uv poetry terraform'.split(' '),
);
/** They run a program that is named after them. */
const RUNNING_SUBCOMMANDS = new Set('exec x dlx config alias push install add tool create init publish'.split(' '));

function beginsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length > 0 && prefix.every((word, index) => words[index] === word);
}

/** What was stored by us, or by an older version; anything else is passed over. */
export function parseRules(stored: unknown): CommandRule[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((value: unknown): CommandRule[] => {
    if (!isRecord(value)) return [];
    const { kind, command, cwd, words } = value;
    if (kind === 'exact' && typeof command === 'string' && typeof cwd === 'string') return [{ kind, command, cwd }];
    const isWords = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string');
    return kind === 'prefix' && isWords ? [{ kind, words }] : [];
  });
}
