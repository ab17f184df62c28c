import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { AgentStore } from './agent-store.ts';

function openStore(path = join(temporaryFolder(), 'agents.json')) {
  return { path, store: new AgentStore({ path, random: randomBytes, now: () => 0, pid: 7 }) };
}

it('an agent is found by its key, which is told once and never kept', () => {
  const { path, store } = openStore();
  expect(store.list()).toEqual([]);
  const { agent, key } = store.add('Claude Code');
  expect(agent).toMatchObject({ id: expect.stringMatching(/^agent_[0-9a-f]{32}_7$/), name: 'Claude Code' });
  expect(store.find(key)).toEqual(agent);
  expect(store.find(`${key.slice(0, -1)}x`)).toBeUndefined();
  expect(readFileSync(path, 'utf8')).not.toContain(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a rotated agent is the same agent, by its new key alone', () => {
  const { store } = openStore();
  const { agent, key } = store.add('codex');
  const rotated = store.rotate('codex');
  expect(rotated.agent.id).toBe(agent.id);
  expect(store.find(key)).toBeUndefined();
  expect(store.find(rotated.key)?.id).toBe(agent.id);
});

it('what another process writes counts at once', () => {
  const { path, store } = openStore();
  const { key } = store.add('a');
  openStore(path).store.revoke('a');
  expect(store.find(key)).toBeUndefined();
});

it.each(['', 'a'.repeat(65), 'two\nlines', '-x', 'a'])('the name %j is refused', (name) => {
  const { store } = openStore();
  store.add('a');
  expect(() => store.add(name)).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
  expect(() => store.rotate('nobody')).toThrow(/no agent "nobody"/);
});

it('a store that cannot be read is neither an empty one nor replaced', () => {
  const { path, store } = openStore();
  mkdirSync(path);
  for (const use of [() => store.list(), () => store.find('k'), () => store.add('a')]) {
    expect(use).toThrow(`${path} cannot be read: EISDIR.`);
  }
  expect(statSync(path).isDirectory()).toBe(true);
});

it.each(['junk', '[]', '{"version":1,"agents":[{"id":"x"}]}', '{"version":2,"agents":[]}'])(
  'a damaged store (%j) is neither an empty one nor overwritten',
  (text) => {
    const { path, store } = openStore();
    writeFileSync(path, text);
    expect(() => store.find('k')).toThrow(/is damaged/);
    expect(() => store.add('a')).toThrow(/is damaged/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
