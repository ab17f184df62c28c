import { expect, it } from 'vitest';
import { parseJson, recordsIn } from './json.ts';

it('reads JSON, and undefined from anything else', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  for (const broken of ['', '{"a":', 'undefined', '{a:1}']) expect(parseJson(broken)).toBeUndefined();
});

it('takes the objects out of a list, and none out of what is no list', () => {
  expect(recordsIn([{ a: 1 }, null, [], 'text', { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
  for (const other of [undefined, null, 'text', { length: 1, 0: {} }]) expect(recordsIn(other)).toEqual([]);
});
