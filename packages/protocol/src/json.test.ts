import { expect, it } from 'vitest';
import { numberFrom, parseJson, recordsIn, textFrom } from './json.ts';

it('reads JSON, and undefined from anything else', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  for (const broken of ['', '{"a":', 'undefined', '{a:1}']) expect(parseJson(broken)).toBeUndefined();
});

it('takes the objects out of a list, and none out of what is no list', () => {
  expect(recordsIn([{ a: 1 }, null, [], 'text', { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
  for (const other of [undefined, null, 'text', { length: 1, 0: {} }]) expect(recordsIn(other)).toEqual([]);
});

it.each([[{ toString: 1 }], [{ valueOf: null, toString: null }], [[[{ toString: 1 }]]], [null], [undefined], [true]])(
  '%j is no number, and to ask does not throw',
  (value) => {
    expect(numberFrom(value)).toBeNaN();
    expect(textFrom(value)).toBe(value === true ? 'true' : '');
  },
);

it('a number or a text that spells one is a number, and the other way round', () => {
  expect([numberFrom(7), numberFrom('7'), textFrom(7), textFrom('x')]).toEqual([7, 7, '7', 'x']);
});
