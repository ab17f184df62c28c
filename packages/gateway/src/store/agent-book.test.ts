import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { AgentBook } from './agent-book.ts';

function openBook(path = join(temporaryFolder(), 'agents.json')) {
  return { path, book: new AgentBook({ path, random: randomBytes, now: () => 0, pid: 7 }) };
}

it('an agent is found by its key, which is told once and never kept', () => {
  const { path, book } = openBook();
  expect(book.list()).toEqual([]);
  const { agent, key } = book.add('Claude Code');
  expect(agent).toMatchObject({ id: expect.stringMatching(/^agent_[0-9a-f]{32}_7$/), name: 'Claude Code' });
  expect(book.find(key)).toEqual(agent);
  expect(book.find(`${key.slice(0, -1)}x`)).toBeUndefined();
  expect(readFileSync(path, 'utf8')).not.toContain(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a rotated agent is the same agent, by its new key alone', () => {
  const { book } = openBook();
  const { agent, key } = book.add('codex');
  const rotated = book.rotate('codex');
  expect(rotated.agent.id).toBe(agent.id);
  expect(book.find(key)).toBeUndefined();
  expect(book.find(rotated.key)?.id).toBe(agent.id);
});

it('what another process writes counts at once', () => {
  const { path, book } = openBook();
  const { key } = book.add('a');
  openBook(path).book.revoke('a');
  expect(book.find(key)).toBeUndefined();
});

it.each(['', 'a'.repeat(65), 'two\nlines', '-x', 'a'])('the name %j is refused', (name) => {
  const { book } = openBook();
  book.add('a');
  expect(() => book.add(name)).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
  expect(() => book.rotate('nobody')).toThrow(/no agent "nobody"/);
});

it('a book that cannot be read is neither an empty one nor replaced', () => {
  const { path, book } = openBook();
  mkdirSync(path);
  for (const use of [() => book.list(), () => book.find('k'), () => book.add('a')]) {
    expect(use).toThrow(`${path} cannot be read: EISDIR.`);
  }
  expect(statSync(path).isDirectory()).toBe(true);
});

it.each(['junk', '[]', '{"version":1,"agents":[{"id":"x"}]}', '{"version":2,"agents":[]}'])(
  'a damaged book (%j) is neither an empty one nor overwritten',
  (text) => {
    const { path, book } = openBook();
    writeFileSync(path, text);
    expect(() => book.find('k')).toThrow(/is damaged/);
    expect(() => book.add('a')).toThrow(/is damaged/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
