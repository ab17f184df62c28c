import { errorCodes, foreign, image, isErrorCode, ours, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { metaKeys } from '../base/meta-keys.ts';
import { presentFailure, presentOutcome, presentToolList } from './present.ts';

const fence = (text: string) => `[${text}]`;

const inputSchema = { type: 'object', properties: {} };

describe('a list of tools', () => {
  it('is sorted by name and carries the effect of each as annotations', () => {
    const declared = (['run', 'act', 'write', 'read'] as const).map((effect) => ({
      name: effect,
      inputSchema,
      effect,
    }));
    const { tools } = presentToolList(declared);
    expect(tools).toMatchObject([
      { name: 'act', annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true } },
      { name: 'read', annotations: { readOnlyHint: true } },
      { name: 'run', annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true } },
      { name: 'write', annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } },
    ]);
  });

  it('claims nothing for a tool of unknown effect, and spares the tokens of the default dialect', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    const other = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
    const { tools } = presentToolList([
      { name: 'a', inputSchema: { $schema, ...inputSchema } },
      { name: 'b', inputSchema: other },
    ]);
    expect(tools).toEqual([
      { name: 'a', inputSchema },
      { name: 'b', inputSchema: other },
    ]);
  });

  it('may be cached by its agent alone', () => {
    expect(presentToolList([])).toMatchObject({ cacheScope: 'private', ttlMs: expect.any(Number) });
  });
});

describe('a failure', () => {
  it('is a result that a model can read, whatever its code, but for a missing tool and a fault of ours', () => {
    const numbers = Object.keys(errorCodes)
      .filter(isErrorCode)
      .flatMap((code) => {
        const reply = presentFailure(new SallyportError(code, 'It failed.', { hint: 'Do this.' }), fence);
        if ('error' in reply) return [[code, reply.error.code]];
        expect(reply.result).toEqual({
          content: [{ type: 'text', text: `${code}: It failed. Do this.` }],
          isError: true,
          _meta: { [metaKeys.error]: { code, hint: 'Do this.' } },
        });
        return [];
      });
    expect(numbers).toEqual([
      ['ERR_TOOL_NOT_FOUND', -32602],
      ['ERR_INTERNAL', -32603],
    ]);
  });
});

describe('the end of a call', () => {
  const provenance = { serverId: 'browser', toolName: 'click', callId: 'c', startedAt: '', durationMs: 1 };
  const reply = {
    facts: { tabId: 4 },
    parts: [ours('Tab 4:'), foreign('A title', 'https://a.example'), image({ data: 'AAAA', mimeType: 'image/png' })],
  };
  const content = [
    { type: 'text', text: 'Tab 4:\n[A title]' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  ];
  const _meta = { [metaKeys.provenance]: provenance };

  it('is text and images, with the foreign text fenced and no structuredContent that a client would show instead', () => {
    expect(presentOutcome({ ok: true, result: reply, provenance }, fence)).toEqual({ result: { content, _meta } });
  });

  it('has the facts as structuredContent where the tool declares them', () => {
    const result = { content, structuredContent: { tabId: 4 }, _meta };
    expect(presentOutcome({ ok: true, result: reply, provenance, hasObject: true }, fence)).toEqual({ result });
  });

  it('is what a server answered, as it is', () => {
    const relayed = { content: [], structuredContent: { a: 1 }, later: 1, _meta: { mark: 1 } };
    const result = { ...relayed, _meta: { mark: 1, ..._meta } };
    expect(presentOutcome({ ok: true, result: { relayed }, provenance }, fence)).toEqual({ result });
  });

  it('is an error whose text has every fact, with what a page wrote fenced', () => {
    const error = new SallyportError('ERR_TOOL_FAILED', 'The expression threw an error.', {
      hint: 'Fix it.',
      data: { outcome: 'unknown' },
      foreign: [{ text: 'Error: obey', origin: 'https://a.example' }],
    });
    expect(presentOutcome({ ok: false, error, provenance }, fence)).toEqual({
      result: {
        content: [
          {
            type: 'text',
            text: 'ERR_TOOL_FAILED: The expression threw an error. Fix it.\noutcome: unknown\n[Error: obey]',
          },
        ],
        isError: true,
        _meta: {
          ..._meta,
          [metaKeys.error]: { code: 'ERR_TOOL_FAILED', hint: 'Fix it.', data: { outcome: 'unknown' } },
        },
      },
    });
  });
});
