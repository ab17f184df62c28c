// Reads a command line of a POSIX shell just far enough to know that a remembered rule covers all of it.

/** The plain commands of a line, each as its words. */
export type PlainCommands = readonly (readonly string[])[];

/** Between commands; each side must be covered by a rule of its own. */
const SEPARATORS = ['&&', '||', '|&', ';', '|'];

/**
 * Undefined for a line with anything that a reading of its words would miss: substitutions, variables, redirections to files,
 * background jobs, subshells, assignments, here documents, expansions, several lines, or quotes left open. Whoever asks then
 * treats the line as unknown.
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

/** Outside of quotes; what is not here means something to some shell. */
const PLAIN = /[A-Za-z0-9_@%+=:,./-]/;

function readQuoted(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const quote = line[start];
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === quote) return { text, end: at + 1 };
    // Typed into a terminal, a control character is a key and no text.
    if (/\p{Cc}/u.test(char)) return undefined;
    if (quote === '"' && (char === '$' || char === '`' || char === '!' || char === '\\')) return undefined;
    text += char;
  }
  return undefined;
}
