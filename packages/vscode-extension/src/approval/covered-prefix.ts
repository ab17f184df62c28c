// Matches a command against the table of known ones, for the prefix that a rule may remember.
import { type KnownCommand, knownCommands, longestNameWords, type Operands } from './known-commands.ts';

/** Undefined when program, option or operand is not in the table; then only the exact line can be remembered. */
export function coveredPrefix(words: readonly string[]): readonly string[] | undefined {
  for (let count = longestNameWords; count > 0; count -= 1) {
    const name = words.slice(0, count);
    const known = name.some((word) => word.includes(' ')) ? undefined : knownCommands.get(name.join(' '));
    if (known === undefined || name.length < count) continue;
    const prefix = known.isNamed === true ? words.slice(0, count + 1) : name;
    const hasName = prefix.length > count ? SCRIPT.test(prefix[count] ?? '') : known.isNamed !== true;
    return hasName && areCovered(words.slice(prefix.length), known) ? prefix : undefined;
  }
  return undefined;
}

const SCRIPT = /^[A-Za-z][\w:.-]*$/;

function areCovered(words: readonly string[], known: KnownCommand): boolean {
  const operands: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-')) operands.push(word);
    else {
      const taken = readOption(word, words[at + 1], known.options);
      if (taken === undefined) return false;
      at += taken - 1;
    }
  }
  return operands.every((word, index) =>
    isOperand(word, known.operands === 'pattern' && index > 0 ? 'files' : known.operands),
  );
}

/** How many words the option takes, including itself; undefined if not covered. */
function readOption(word: string, next: string | undefined, options: readonly string[]): 1 | 2 | undefined {
  if (options.includes(word)) return 1;
  if (options.includes('-#') && /^-\d+$/.test(word)) return 1;
  const [, name = '', value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (value !== undefined) return isValueOf(name, value, options) ? 1 : undefined;
  if (isTaking(word, options)) return next !== undefined && isValueOf(word, next, options) ? 2 : undefined;
  if (word.startsWith('--')) return undefined;
  // `-n5` and combined flags, unless the program has long options with one dash.
  if (isTaking(word.slice(0, 2), options)) return isValueOf(word.slice(0, 2), word.slice(2), options) ? 1 : undefined;
  if (options.some((option) => /^-[a-z]{2}/.test(option))) return undefined;
  const letters = [...word.slice(1)];
  return letters.length > 0 && letters.every((letter) => options.includes(`-${letter}`)) ? 1 : undefined;
}

function isTaking(name: string, options: readonly string[]): boolean {
  return options.some((option) => option.startsWith(`${name}=`));
}

function isValueOf(name: string, value: string, options: readonly string[]): boolean {
  const kind = options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
  if (kind === undefined || value.startsWith('-')) return false;
  return isOperand(value, kind === 'text' ? 'text' : kind === 'files' ? 'files' : 'value');
}

function isOperand(word: string, kind: Operands | 'value'): boolean {
  switch (kind) {
    case 'none':
      return false;
    case 'text':
    case 'pattern':
      return true;
    case 'names':
      return /^\w[\w.@/-]*$/.test(word) && isInside(word);
    case 'files':
    case 'value':
      return isInside(word) && !word.includes('::');
    case 'sources':
      // Some programs read arguments from @file.
      return isInside(word) && !word.startsWith('@') && !word.split('/').some((part) => HIDDEN.test(part));
  }
}

const HIDDEN = /^(node_modules|\.[^.].*)$/;

/** A relative path that stays inside the folder. */
function isInside(word: string): boolean {
  return word !== '' && !/^[-/~\\]|^[A-Za-z]:[\\/]/.test(word) && !word.split(/[\\/]/).includes('..');
}
