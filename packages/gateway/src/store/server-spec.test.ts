import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { idOf, parseServers } from './server-spec.ts';

const read = (text: string) => parseConfig(text, '/home/ada/config.json').servers;

it('reads programs and addresses in the form that every client uses', () => {
  const { servers, problems, warnings } = parseServers({
    files: { command: 'npx', args: ['-y', 'files'], env: { A: 'b' }, cwd: '/x' },
    far: { url: 'https://example.org/mcp', headers: { A: 'b' } },
    old: { type: 'sse', url: 'https://example.org/sse', enabled: false },
    off: { type: 'streamable-http', url: 'http://localhost/', disabled: true, startTimeoutMs: 9 },
  });
  expect([problems, warnings]).toEqual([[], []]);
  expect(servers).toEqual([
    {
      ...{ id: 'files', name: 'files', isEnabled: true },
      transport: { kind: 'stdio', command: 'npx', args: ['-y', 'files'], env: { A: 'b' }, cwd: '/x' },
    },
    {
      ...{ id: 'far', name: 'far', isEnabled: true },
      transport: { kind: 'any', url: 'https://example.org/mcp', headers: { A: 'b' } },
    },
    {
      ...{ id: 'old', name: 'old', isEnabled: false },
      transport: { kind: 'sse', url: 'https://example.org/sse', headers: {} },
    },
    {
      ...{ id: 'off', name: 'off', isEnabled: false, startTimeoutMs: 9 },
      transport: { kind: 'http', url: 'http://localhost/', headers: {} },
    },
  ]);
});

it.each([
  ['browser', 'browser-mcp'],
  ['Sallyport', 'sallyport-mcp'],
  ['My Server', 'my-server'],
  ['a__b', 'a-b'],
  ['@scope/name', 'scope-name'],
])('the server "%s" is called %s', (name, id) => {
  expect(idOf(name)).toBe(id);
});

it('a reserved name is said to be one, and so are keys that mean nothing', () => {
  expect(read('{"mcpServers": {"editor": {"command": "x", "autoApprove": []}}}')).toMatchObject({
    servers: [{ id: 'editor-mcp' }],
    warnings: [expect.stringContaining('autoApprove'), expect.stringContaining('editor-mcp')],
  });
});

it('of two servers of one name none is used, and the others are', () => {
  const text =
    '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}, /* again */ "a": {"command": "z"}, "B": {"command": "w"}, "c": {"command": "v"}}}';
  const { servers, problems } = read(text);
  expect(servers.map(({ id }) => id)).toEqual(['c']);
  expect(problems.map(({ name }) => name)).toEqual(['a', 'b', 'B']);
});

describe('an entry that cannot be used says why', () => {
  it.each([
    [{}, 'needs a "command"'],
    ['npx', 'must be an object'],
    [{ command: '' }, 'needs a "command"'],
    [{ command: 'x', args: 'y' }, '"args"'],
    [{ command: 'x', env: { A: 1 } }, '"env"'],
    [{ command: 'x', cwd: 1 }, '"cwd"'],
    [{ command: 'x', enabled: 'yes' }, '"enabled"'],
    [{ command: 'x', startTimeoutMs: 0 }, '"startTimeoutMs"'],
    [{ url: 'file:///etc/passwd' }, '"url"'],
    [{ url: 'https://x', headers: [] }, '"headers"'],
    [{ type: 'carrier-pigeon', url: 'https://x' }, '"type"'],
  ])('%j', (entry, why) => {
    const { servers, problems } = parseServers({ bad: entry, good: { command: 'x' } });
    expect(servers.map(({ id }) => id)).toEqual(['good']);
    expect(problems).toEqual([{ name: 'bad', problem: expect.stringContaining(why) }]);
  });

  it('a name without a letter', () => {
    expect(parseServers({ '---': { command: 'x' } }).problems).toHaveLength(1);
  });
});

it('20,000 entries are read in a moment, and names that become one id are still found', () => {
  const entries = Array.from({ length: 20_000 }, (_, n) => [`server ${n}`, { command: 'x', disabled: true }]);
  const startedAt = performance.now();
  const { servers, problems } = parseServers(Object.fromEntries([...entries, ['SERVER-7', { command: 'x' }]]));
  // A comparison of each with each took two minutes.
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(servers).toHaveLength(19_999);
  expect(problems).toEqual(['server 7', 'SERVER-7'].map((name) => ({ name, problem: 'the name is used 2 times' })));
});
