// Tokens: 32 random bytes as 64 hex digits, in a file that only its owner can read.
import type { RandomBytes } from './machine.ts';
import { createPrivateFile, readTextFile } from './private-file.ts';

const TOKEN = /^[0-9a-f]{64}$/;

export function createToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('hex');
}

/** Throws when the file exists: a token is written once. */
export function writeToken(path: string, token: string): void {
  createPrivateFile(path, `${token}\n`);
}

/** Undefined when the file is missing or malformed. */
export function readToken(path: string): string | undefined {
  const text = readTextFile(path)?.trim();
  return text !== undefined && TOKEN.test(text) ? text : undefined;
}

/** Compares in constant time. Without node:crypto, which would add two milliseconds to every start of a host. */
export function isSameToken(expected: string, presented: string): boolean {
  if (expected.length !== presented.length) return false;
  let difference = 0;
  for (let n = 0; n < expected.length; n += 1) difference |= expected.charCodeAt(n) ^ presented.charCodeAt(n);
  return difference === 0;
}
