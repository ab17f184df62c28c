// Remembered answers about commands: exactly this line, or a known program with harmless options, each in its own folder.
import { isRecord } from '@sallyport/protocol';
import { coveredPrefix } from './covered-prefix.ts';
import { readPlainCommands } from './shell-words.ts';

/** Both hold in the folder where they were given, and nowhere else: what a command does depends on what lies there. */
export type CommandRule =
  | { readonly kind: 'exact'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'prefix'; readonly words: readonly string[]; readonly cwd: string };

/** Whether rules allow the line. A line that is not plain is allowed by an exact rule alone. */
export function isAllowed(command: string, cwd: string, rules: readonly CommandRule[], isPosix: boolean): boolean {
  const here = rules.filter((rule) => rule.cwd === cwd);
  if (here.some((rule) => rule.kind === 'exact' && rule.command === command)) return true;
  const plain = isPosix ? readPlainCommands(command) : undefined;
  if (plain === undefined) return false;
  return plain.every((words) => {
    const prefix = coveredPrefix(words);
    return prefix !== undefined && here.some((rule) => rule.kind === 'prefix' && isSame(rule.words, prefix));
  });
}

/** The rule by prefix that may be offered for a line: one that covers this line itself. None for a line of several commands. */
export function offeredPrefix(command: string): readonly string[] | undefined {
  const [words, ...more] = readPlainCommands(command) ?? [];
  return words === undefined || more.length > 0 ? undefined : coveredPrefix(words);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** What was stored by us; anything else is passed over, as prefixes of earlier versions are, which named no folder. */
export function parseRules(stored: unknown): CommandRule[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((value: unknown): CommandRule[] => {
    if (!isRecord(value)) return [];
    const { kind, command, cwd, words } = value;
    if (kind === 'exact' && typeof command === 'string' && typeof cwd === 'string') return [{ kind, command, cwd }];
    const isWords = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string');
    return kind === 'prefix' && isWords && typeof cwd === 'string' ? [{ kind, words, cwd }] : [];
  });
}
