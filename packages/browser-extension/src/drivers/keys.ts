// Keys as Chromium's debugger wants them.
import { isChar, keyFacts } from '../base/key-codes.ts';
import type { Modifier } from '../base/page-calls.ts';

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
  const { code, keyCode } = keyFacts(key);
  const mayWrite = modifiers.every((modifier) => modifier === 'Shift');
  const text = key === 'Enter' ? '\r' : isChar(key) ? key : undefined;
  return {
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    modifiers: modifierBits(modifiers),
    ...(text === undefined || !mayWrite ? {} : { text }),
  };
}

/** Whether the browser would paste: what is in the clipboard is the user's, and no agent has asked for it. */
export function isPaste(key: string, modifiers: readonly Modifier[]): boolean {
  const name = key.toLowerCase();
  if (name === 'v') return modifiers.includes('Control') || modifiers.includes('Meta');
  return name === 'paste' || (name === 'insert' && modifiers.includes('Shift'));
}
