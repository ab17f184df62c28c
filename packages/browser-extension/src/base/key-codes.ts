// Keys of a US keyboard, for both drivers: the physical key, the number that older pages read, and whether Shift writes it.

export interface KeyFacts {
  /** `KeyboardEvent.code`; empty for what no single key of this keyboard writes. */
  readonly code: string;
  /** `KeyboardEvent.keyCode`; 0 where there is no such key. */
  readonly keyCode: number;
  readonly isShifted: boolean;
}

const named: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
};

/** What each writes alone and with Shift. */
const symbols: readonly (readonly [code: string, keyCode: number, writes: string])[] = [
  ['Space', 32, ' '],
  ['Semicolon', 186, ';:'],
  ['Equal', 187, '=+'],
  ['Comma', 188, ',<'],
  ['Minus', 189, '-_'],
  ['Period', 190, '.>'],
  ['Slash', 191, '/?'],
  ['Backquote', 192, '`~'],
  ['BracketLeft', 219, '[{'],
  ['Backslash', 220, '\\|'],
  ['BracketRight', 221, ']}'],
  ['Quote', 222, '\'"'],
];

/** With Shift, from 0 to 9. */
const overDigits = ')!@#$%^&*(';

/** Of a name or character as `KeyboardEvent.key` has it. */
export function keyFacts(key: string): KeyFacts {
  if (/^[a-z]$/i.test(key)) {
    const letter = key.toUpperCase();
    return { code: `Key${letter}`, keyCode: letter.charCodeAt(0), isShifted: key === letter };
  }
  const digit = /^\d$/.test(key) ? Number(key) : key.length === 1 ? overDigits.indexOf(key) : -1;
  if (digit >= 0) return { code: `Digit${digit}`, keyCode: 48 + digit, isShifted: key !== String(digit) };
  const symbol = symbols.find(([, , writes]) => key.length === 1 && writes.includes(key));
  if (symbol !== undefined) return { code: symbol[0], keyCode: symbol[1], isShifted: symbol[2].indexOf(key) > 0 };
  const number = named[key] ?? functionKey(key);
  return { code: number === undefined && isChar(key) ? '' : key, keyCode: number ?? 0, isShifted: false };
}

/** Whether the key writes this one character. */
export function isChar(key: string): boolean {
  return [...key].length === 1;
}

function functionKey(key: string): number | undefined {
  const number = /^F([1-9]|1\d|2[0-4])$/.exec(key)?.[1];
  return number === undefined ? undefined : 111 + Number(number);
}
