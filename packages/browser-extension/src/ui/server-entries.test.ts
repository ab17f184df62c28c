import { describe, expect, it } from 'vitest';
import { entriesFromForm, entriesFromJson, namesOf, summaryOf } from './server-entries.ts';

describe('a server to add', () => {
  it.each([
    ['npx -y some-server "my folder"', { command: 'npx', args: ['-y', 'some-server', 'my folder'] }],
    ["node 'a b.js'", { command: 'node', args: ['a b.js'] }],
    ['https://far.example/mcp', { url: 'https://far.example/mcp' }],
  ])('from the form: %s', (command, entry) => {
    expect(entriesFromForm({ name: ' files ', command, env: '' })).toEqual({ entries: { files: entry } });
  });

  it('has its environment, whatever is in a value', () => {
    const read = entriesFromForm({ name: 'a', command: 'b', env: 'KEY=x=y\n\nOTHER=' });
    expect(read).toEqual({ entries: { a: { command: 'b', args: [], env: { KEY: 'x=y', OTHER: '' } } } });
  });

  it.each([
    [{ name: '', command: 'b', env: '' }, 'addNeedsBoth'],
    [{ name: 'a', command: ' ', env: '' }, 'addNeedsBoth'],
    [{ name: 'a', command: 'b', env: 'KEY' }, 'addBadEnv'],
    [{ name: 'a', command: 'b', env: '=x' }, 'addBadEnv'],
  ])('is refused: %j', (form, problem) => {
    expect(entriesFromForm(form)).toEqual({ problem });
  });

  it.each([
    '{"mcpServers": {"a": {"command": "b"}}}',
    '{"servers": {"a": {"command": "b"}}}',
    '{"a": {"command": "b"}}',
  ])('from JSON: %s', (json) => {
    expect(entriesFromJson(json)).toEqual({ entries: { a: { command: 'b' } } });
  });

  it.each(['', '[]', '{}', '"a"', '{"a": 1}', '{"mcpServers": {"a": []}}', '{"mcpServers": '])(
    'is refused: %s',
    (json) => {
      expect(entriesFromJson(json)).toEqual({ problem: 'addBadJson' });
    },
  );

  it('is shown as it will run, with the names of its secrets alone', () => {
    const entry = { command: 'npx', args: ['-y', 'a b'], env: { TOKEN: 'secret' } };
    expect([summaryOf(entry), namesOf(entry)]).toEqual(['npx -y "a b"', ['TOKEN']]);
    expect(summaryOf({ url: 'https://far.example' })).toBe('https://far.example');
  });
});
