import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { EVERYONE } from '../rooms/callers/callers.ts';
import { StopList } from './stop-list.ts';

function open() {
  const path = join(temporaryFolder(), 'stopped.json');
  const options = { path, random: randomBytes, now: () => 0, pid: process.pid };
  return { path, list: new StopList(options), other: new StopList(options) };
}

it('holds an agent by name, id or session until it is resumed, also for another process', () => {
  const { list, other } = open();
  expect(other.stopOf({ name: 'Ada' })).toBeUndefined();
  list.add('Ada');
  list.add('Ada');
  list.add('agent_1_2');
  expect(other.list()).toHaveLength(2);
  expect(other.stopOf({ name: 'Ada', id: 'x' })).toBe('agent');
  expect(other.stopOf({ name: 'Bert', id: 'agent_1_2' })).toBe('agent');
  expect(other.stopOf({ name: 'Bert', id: 'y', session: 'z' })).toBeUndefined();
  expect([list.remove('Ada'), list.remove('Ada')]).toEqual([true, false]);
  expect(other.stopOf({ name: 'Ada' })).toBeUndefined();
});

it('tells a stopped agent from a pause, which is for everyone', () => {
  const { list, other } = open();
  list.add('Ada');
  list.add(EVERYONE);
  expect([other.stopOf({ name: 'Ada' }), other.stopOf({ name: 'Bert' }), other.stopOf({})]).toEqual([
    'agent',
    'everyone',
    'everyone',
  ]);
  expect([other.isPaused, other.names]).toEqual([true, ['Ada']]);
});

it('lets nobody in by mistake when its file is damaged', () => {
  const { path, list } = open();
  for (const text of ['', '{', '{"version":1,"stopped":["Ada"]}', '{"version":2,"stopped":[]}']) {
    writeFileSync(path, text);
    expect(() => list.stopOf({ name: 'Ada' })).toThrow(
      expect.objectContaining({ code: 'ERR_INPUT_INVALID', hint: expect.stringContaining('sallyport stop NAME') }),
    );
  }
});
