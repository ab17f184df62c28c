import { expect, it } from 'vitest';
import { allowsAgent } from './allow-attribute.ts';

const origin = 'https://widget.example';
const framing = { sourceOrigin: origin, parentOrigin: 'https://shop.example' };

it.each([
  ['agent', true],
  ['camera; agent', true],
  [' AGENT ;camera', true],
  ["agent 'src'", true],
  ['agent *', true],
  ['agent https://other.example https://widget.example', true],
  ['agent https://widget.example/path', true],
  ['', false],
  ['camera', false],
  ['agents', false],
  ['user-agent', false],
  ["agent 'none'", false],
  ["agent * 'none'", false],
  ["agent 'self'", false],
  ['agent https://other.example', false],
  ['agent http://widget.example', false],
  ['agent widget.example', false],
  ["agent 'none'; agent *", false],
  [`${'camera; '.repeat(2000)}agent`, false],
])('allow="%s" lets a frame of the same origin as its src in: %j', (allow, expected) => {
  expect(allowsAgent({ ...framing, allow }, origin)).toBe(expected);
});

it('a frame that went from its src to another origin is let in by name or for all alone', () => {
  const elsewhere = 'https://advert.example';
  const isIn = (allow: string) => allowsAgent({ ...framing, allow }, elsewhere);
  expect(['agent', "agent 'src'", 'agent *', `agent ${elsewhere}`].map(isIn)).toEqual([false, false, true, true]);
  expect(allowsAgent({ ...framing, sourceOrigin: undefined, allow: 'agent' }, elsewhere)).toBe(false);
  expect(allowsAgent({ ...framing, allow: "agent 'self'" }, framing.parentOrigin)).toBe(true);
});
