// Fields put before a JSON object's text and taken from it again, against what parsing and writing anew would give.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropLeadingFields, isSurelyShort, prependFields } from './json-text.ts';

const head = { type: 'tool_response', id: 'a"b' };

describe('fields at the front of a JSON text', () => {
  it('are there after they were put there, whatever the object and its white space', () => {
    const json = fc.tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2, '\t'));
    fc.assert(
      fc.property(json, ([result, space]) => {
        const text = ` ${JSON.stringify({ result }, undefined, space)}\n`;
        expect(JSON.parse(prependFields(head, text))).toEqual({ ...head, ...JSON.parse(text) });
      }),
    );
  });

  it('are gone after they were taken, and nothing else is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (result) => {
        const text = dropLeadingFields(head, JSON.stringify({ ...head, result }));
        expect(text).toBe(JSON.stringify({ result }));
      }),
    );
  });

  it('are not taken where the text begins otherwise or has no other fields', () => {
    const others = [{ id: 'a"b', type: 'tool_response', result: 1 }, { ...head, id: 'other', result: 1 }, head, {}];
    expect(others.map((other) => dropLeadingFields(head, JSON.stringify(other)))).toEqual(others.map(() => undefined));
  });
});

describe('a message that is surely short', () => {
  it('has no more units as text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(2000), (value, maxUnits) => {
        if (isSurelyShort(value, maxUnits)) expect(JSON.stringify(value).length).toBeLessThanOrEqual(maxUnits);
      }),
    );
  });

  it('may be told from plain texts of a sixth of the bound, and never from longer ones than it', () => {
    const message = (length: number) => ({ type: 'tool_response', id: '1', result: { text: 'x'.repeat(length) } });
    expect([20_000, 131_073].map((length) => isSurelyShort(message(length), 131_072))).toEqual([true, false]);
    const loop: Record<string, unknown> = {};
    loop.again = loop;
    expect(isSurelyShort(loop, 131_072)).toBe(false);
  });
});
