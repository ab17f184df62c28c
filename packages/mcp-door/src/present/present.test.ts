import { errorCodes, isErrorCode, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { presentFailure, presentToolList } from './present.ts';

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
        const reply = presentFailure(new SallyportError(code, 'It failed.', { hint: 'Do this.' }));
        if ('error' in reply) return [[code, reply.error.code]];
        expect(reply.result).toEqual({
          content: [{ type: 'text', text: `${code}: It failed. Do this.` }],
          structuredContent: { code, hint: 'Do this.' },
          isError: true,
        });
        return [];
      });
    expect(numbers).toEqual([
      ['ERR_TOOL_NOT_FOUND', -32602],
      ['ERR_INTERNAL', -32603],
    ]);
  });
});
