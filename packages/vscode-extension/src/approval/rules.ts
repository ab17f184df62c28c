// Rules for remembered commands: an exact line, or a known program with harmless options, each for one folder.
import { isRecord } from '@sallyport/protocol';
import { coveredPrefix } from './covered-prefix.ts';
import { readPlainCommands } from './shell-words.ts';

/** Rules apply only in their folder, because the effect of a command depends on it. */
export type CommandRule =
  | { readonly kind: 'exact'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'prefix'; readonly words: readonly string[]; readonly cwd: string };

/** Whether rules allow the line. Only an exact rule can allow a line that is not plain. */
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

/** The prefix rule to offer for a line; none for several commands. */
export function offeredPrefix(command: string): readonly string[] | undefined {
  const [words, ...more] = readPlainCommands(command) ?? [];
  return words === undefined || more.length > 0 ? undefined : coveredPrefix(words);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** Skips invalid entries, such as prefix rules of earlier versions, which had no folder. */
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
