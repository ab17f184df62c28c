// Keys as Chromium's debugger wants them.
import { codeOf } from '../base/key-codes.ts';
import type { Modifier } from '../base/page-calls.ts';

const codes: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
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

const bits: Readonly<Record<Modifier, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

export function modifierBits(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((sum, modifier) => sum | bits[modifier], 0);
}

export interface KeyEvent {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly modifiers: number;
  /** What it writes, where it writes something. */
  readonly text?: string;
}

export function keyEvent(key: string, modifiers: readonly Modifier[]): KeyEvent {
  const isChar = [...key].length === 1;
  const mayWrite = modifiers.every((modifier) => modifier === 'Shift');
  const text = key === 'Enter' ? '\r' : isChar ? key : undefined;
  return {
    key,
    code: codeOf(key),
    windowsVirtualKeyCode: codes[key] ?? functionKey(key) ?? (isChar ? (key.toUpperCase().codePointAt(0) ?? 0) : 0),
    modifiers: modifierBits(modifiers),
    ...(text === undefined || !mayWrite ? {} : { text }),
  };
}

function functionKey(key: string): number | undefined {
  const number = /^F([1-9]|1\d|2[0-4])$/.exec(key)?.[1];
  return number === undefined ? undefined : 111 + Number(number);
}
