// Tokens: 32 random bytes as 64 hex digits, in a file that only its owner can read.
import { timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from './machine.ts';
import { createPrivateFile, readTextFile } from './private-file.ts';

const TOKEN = /^[0-9a-f]{64}$/;

export function createToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('hex');
}

/** Throws when a file is there already: a token is written once. */
export function writeToken(path: string, token: string): void {
  createPrivateFile(path, `${token}\n`);
}

/** Undefined when there is none, or what is there is no token. */
export function readToken(path: string): string | undefined {
  const text = readTextFile(path)?.trim();
  return text !== undefined && TOKEN.test(text) ? text : undefined;
}

/** Takes the same time wherever the two differ. */
export function isSameToken(expected: string, presented: string): boolean {
  const ours = Buffer.from(expected);
  const theirs = Buffer.from(presented);
  return ours.byteLength === theirs.byteLength && timingSafeEqual(ours, theirs);
}
