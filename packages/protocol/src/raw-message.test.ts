// Messages whose payload comes last, cut by their text alone, against what parsing them whole would give.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWireAgent } from './native-message.ts';
import { isRawCall, parseRawCall, rawResultId, toLinkResult } from './raw-message.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(',"method":', '","method":"x', '\\","method":', '{"type":"call",'),
);

describe('a call', () => {
  it('is cut before its payload, whatever stands in its head', () => {
    const agent = fc.record({ id: text, name: text, session: text, remembered: fc.boolean() });
    fc.assert(
      fc.property(text, fc.option(agent, { nil: undefined }), text, fc.jsonValue(), (id, label, method, params) => {
        const json = JSON.stringify({
          type: 'call',
          id,
          deadlineMs: 5,
          agent: label && toWireAgent(label),
          method,
          params,
        });
        expect(isRawCall(json)).toBe(true);
        const call = parseRawCall(json);
        expect(call).toMatchObject({ id, deadlineMs: 5 });
        expect(call?.agent).toEqual(label);
        expect(call?.payload).toBe(JSON.stringify({ method, params }));
      }),
    );
  });

  it.each([
    '{"type":"call","method":"x","params":{}}',
    '{"type":"call","id":1,"deadlineMs":5,"method":"x"}',
    '{"type":"call","id":"a","deadlineMs":"5","method":"x"}',
    '{"type":"call",broken,"method":"x"}',
  ])('with a head like that of %s is none', (json) => {
    expect([isRawCall(json), parseRawCall(json)]).toEqual([true, undefined]);
  });

  it.each([
    '{"id":"a","type":"call","method":"x"}',
    '{"type":"call","id":"a"}',
    '{"type":"cancel","method":"x"}',
    '[]',
  ])('is not what %s is', (json) => {
    expect(isRawCall(json)).toBe(false);
  });
});

describe('a result', () => {
  it('goes on under its own id', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (result) => {
        const json = JSON.stringify({ type: 'tool_response', id: '0a-7', result });
        expect(rawResultId(json)).toBe('0a-7');
        expect(toLinkResult(json)).toBe(JSON.stringify({ type: 'result', id: '0a-7', result }));
      }),
    );
  });

  it.each([
    { type: 'tool_response', id: '1', error: {} },
    { type: 'tool_response', result: 1 },
    { type: 'tool_response', id: 'a"b', result: 1 },
    { id: '1', type: 'tool_response', result: 1 },
  ])('is not what %j is', (message) => {
    expect(rawResultId(JSON.stringify(message))).toBeUndefined();
  });
});
