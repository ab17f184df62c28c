// Calls whose headers do and do not repeat the arguments that a tool's schema wants there.
import { describe, expect, it } from 'vitest';
import { checkArgumentHeaders } from './mirrored-headers.ts';

const properties = {
  region: { type: 'string', 'x-mcp-header': 'Region' },
  at: { type: 'object', properties: { zone: { type: 'integer', 'x-mcp-header': 'Zone' } } },
};
const offer = {
  fence: (text: string) => text,
  listTools: async () => [
    { name: 'query', description: '', inputSchema: { type: 'object', properties }, effect: 'read' as const },
    { name: 'spoilt', description: '', inputSchema: { type: 'object', 'x-mcp-header': 'No' }, effect: 'read' as const },
  ],
  callTool: () => Promise.reject(new Error('It only lists.')),
  onToolsChanged: () => () => {},
};

const check = (args: unknown, headers: Record<string, string>, { name = 'query', method = 'tools/call' } = {}) =>
  checkArgumentHeaders({ kind: 'request', id: 1, method, params: { name, arguments: args } }, headers, offer);

describe('headers that repeat arguments', () => {
  it.each([
    ['as they are', { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['packed', { region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
    [
      'without the whole wrapper, as they are',
      { region: '=?base64?SGVsbG8=' },
      { 'mcp-param-region': '=?base64?SGVsbG8=' },
    ],
    ['numbers inside', { at: { zone: 7 } }, { 'mcp-param-zone': '7' }],
    ['nothing for no argument', {}, {}],
    ['nothing for no arguments at all', undefined, {}],
  ])('are taken: %s', async (_, args, headers) => {
    await expect(check(args, headers)).resolves.toBeUndefined();
  });

  it.each([
    ['another value', { region: 'eu' }, { 'mcp-param-region': 'us' }],
    ['a missing header', { region: 'eu' }, {}],
    ['a header without its argument', {}, { 'mcp-param-region': 'eu' }],
    ['base64 without its padding', { region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
    ['what is no base64', { region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
    ['one wrong of two', { region: 'eu', at: { zone: 7 } }, { 'mcp-param-region': 'eu', 'mcp-param-zone': '8' }],
  ])('are refused: %s', async (_, args, headers) => {
    await expect(check(args, headers)).resolves.toMatchObject({ error: { code: -32020 } });
  });

  it('are not looked for at other requests, unknown tools and invalid schemas', async () => {
    for (const target of [{ method: 'prompts/get' }, { name: 'other' }, { name: 'spoilt' }]) {
      await expect(check({ region: 'eu' }, {}, target)).resolves.toBeUndefined();
    }
  });
});
