// Splits a POSIX command line into plain commands, to check them against remembered rules.

/** Commands of a line, each as words. */
export type PlainCommands = readonly (readonly string[])[];

/** Between commands, each of which needs its own rule. */
const SEPARATORS = ['&&', '||', '|&', ';', '|'];

/**
 * Undefined for a line with anything but plain words: substitutions, variables, redirections to files, background jobs,
 * subshells, assignments, here documents, expansions, several lines or open quotes.
 */
export function readPlainCommands(line: string): PlainCommands | undefined {
  const commands: string[][] = [[]];
  let word: string | undefined;
  let at = 0;
  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  while (at < line.length) {
    const rest = line.slice(at);
    const char = rest[0] ?? '';
    const separator = SEPARATORS.find((mark) => rest.startsWith(mark));
    const harmless = /^(?:2>&1|[12]?>\s*\/dev\/null)(?=\s|$|[;|&])/.exec(rest);
    if (word === undefined && harmless !== null) at += harmless[0].length;
    else if (separator !== undefined) {
      endWord();
      commands.push([]);
      at += separator.length;
    } else if (char === ' ' || char === '\t') {
      endWord();
      at += 1;
    } else if (char === "'" || char === '"') {
      const quoted = readQuoted(line, at);
      if (quoted === undefined) return undefined;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (char === '\\') {
      const next = line[at + 1];
      if (next === undefined || /\p{Cc}/u.test(next)) return undefined;
      word = (word ?? '') + next;
      at += 2;
    } else if (PLAIN.test(char)) {
      word = (word ?? '') + char;
      at += 1;
    } else return undefined;
  }
  endWord();
  const isWhole = commands.every((words) => words.length > 0 && !/^[A-Za-z_]\w*\+?=/.test(words[0] ?? ''));
  return isWhole ? commands : undefined;
}

/** Unquoted characters without a special meaning in any shell. */
const PLAIN = /[A-Za-z0-9_@%+=:,./-]/;

function readQuoted(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const quote = line[start];
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === quote) return { text, end: at + 1 };
    // A terminal treats a control character as a key.
    if (/\p{Cc}/u.test(char)) return undefined;
    if (quote === '"' && (char === '$' || char === '`' || char === '!' || char === '\\')) return undefined;
    text += char;
  }
  return undefined;
}
