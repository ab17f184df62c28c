// The extension's id follows from its key.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CHROMIUM_EXTENSION_ID, chromiumOrigin, EXTENSION_PUBLIC_KEY, NATIVE_HOST_NAME } from './identity.ts';

it('derives the Chromium id from the public key as browsers do', () => {
  const digest = createHash('sha256').update(Buffer.from(EXTENSION_PUBLIC_KEY, 'base64')).digest('hex');
  const id = [...digest.slice(0, 32)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('');
  expect(CHROMIUM_EXTENSION_ID).toBe(id);
  expect(chromiumOrigin(id)).toBe(`chrome-extension://${id}/`);
});

it('names the native host as browsers allow: lower case, digits, dots and underscores', () => {
  expect(NATIVE_HOST_NAME).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/);
});
