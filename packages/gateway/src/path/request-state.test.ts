import type { CallOptions } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { boundOf, createStateSeal } from './request-state.ts';

const seal = createStateSeal(new Uint8Array(32).fill(7));
const bound = boundOf('session', 'app', 'tools/call', { name: 'x', arguments: { a: 1 } });

function returning(requestState: unknown): CallOptions {
  return { signal: new AbortController().signal, client: { capabilities: {}, round: { requestState } } };
}

const sealed = seal.close({ resultType: 'input_required', requestState: 'a.b.c' }, bound).requestState;

it('a state comes back to its server as that gave it', () => {
  expect(sealed).not.toBe('a.b.c');
  expect(seal.open(returning(sealed), bound).client?.round).toEqual({ requestState: 'a.b.c' });
});

it.each([
  ['of another session', boundOf('other', 'app', 'tools/call', { name: 'x', arguments: { a: 1 } })],
  ['for another app', boundOf('session', 'apps', 'tools/call', { name: 'x', arguments: { a: 1 } })],
  ['for other arguments', boundOf('session', 'app', 'tools/call', { name: 'x', arguments: { a: 2 } })],
  ['for another method', boundOf('session', 'app', 'prompts/get', { name: 'x', arguments: { a: 1 } })],
])('a state %s is refused', (_, other) => {
  expect(() => seal.open(returning(sealed), other)).toThrow(expect.objectContaining({ code: 'ERR_PROTOCOL_ERROR' }));
});

it.each(['', 'a.b.c', `${sealed}x`, 7])('a state that was never given (%j) is refused', (made) => {
  expect(() => seal.open(returning(made), bound)).toThrow(expect.objectContaining({ data: { rpcCode: -32602 } }));
});

it('whatever asks for no further round is as it was', () => {
  const result = { content: [], requestState: 'mine' };
  expect(seal.close(result, bound)).toBe(result);
  const options = { signal: new AbortController().signal };
  expect(seal.open(options, bound)).toBe(options);
});
