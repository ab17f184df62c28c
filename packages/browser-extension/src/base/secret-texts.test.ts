import { describe, expect, it } from 'vitest';
import { searchFor } from './secret-texts.ts';

const value = `Tr0ub4dor&3 'x"<`;
const isIn = searchFor({ text: value, isCode: false });

describe('a secret in a text', () => {
  it.each([
    ['as it is', `before ${value} after`],
    ['in another case, with spaces and invisible characters', [...value.toUpperCase()].join(' \u200b')],
    ['in an address', `https://a.example/?q=${encodeURIComponent(value)}&b`],
    ['in a form', new URLSearchParams({ q: value }).toString()],
    ['in an address twice', encodeURIComponent(encodeURIComponent(value))],
    ['as JSON', JSON.stringify({ a: value })],
    ['as JSON in JSON', JSON.stringify(JSON.stringify([value]))],
    ['as HTML', 'Tr0ub4dor&amp;3 &#39;x&quot;&lt;'],
    ['backwards', [...value].reverse().join('')],
    ['as hex', Buffer.from(value).toString('hex')],
    ['as base64', Buffer.from(value).toString('base64')],
    ['as base64 behind a name', Buffer.from(`user:${value}`).toString('base64')],
    ['as base64 with a name and more', Buffer.from(`u:${value}:more`).toString('base64url')],
    ['in two parts', `${value.slice(0, 5)} and ${value.slice(5)}`],
    ['without its last letters', value.slice(0, -4)],
    ['without its first letters', value.slice(4)],
  ])('is found %s', (_, text) => {
    expect(isIn(text)).toBe(true);
  });

  it('is not found in others, nor by a part of it that tells little', () => {
    for (const text of ['', 'Tr0ub', 'dor&3', 'Welcome in, Ada. 3 new messages.', value.slice(0, 8)]) {
      expect(isIn(text)).toBe(false);
    }
    expect(searchFor({ text: 'abcdef', isCode: false })('abc and def')).toBe(false);
  });
});

describe('a one-time code in a text', () => {
  const isCodeIn = searchFor({ text: '123456', isCode: true });

  it('is found as a number of its own, also in groups', () => {
    for (const text of ['123456', 'Code 123 456.', '123-456', '1\n2\n3\n4\n5\n6']) expect(isCodeIn(text)).toBe(true);
  });

  it('is not found inside other numbers', () => {
    for (const text of ['1234567', '0123456', '12345', '123x456']) expect(isCodeIn(text)).toBe(false);
  });
});
