import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { type Remote, RemoteStore } from './remote-store.ts';

const remote = (host: string, folder = '/home/me/.config/sallyport/data/remote'): Remote => ({
  id: 'a'.repeat(32),
  host,
  name: 'box',
  agentId: 'agent_1',
  folder,
  version: '1.0.0',
});

function open() {
  const path = join(temporaryFolder(), 'remotes.json');
  return { path, store: new RemoteStore({ path, random: randomBytes, now: Date.now, pid: 1 }) };
}

describe('the remote hosts', () => {
  it('are found by name and by host, replaced by id, and removed', () => {
    const { store } = open();
    store.put(remote('me@box'));
    store.put(remote('you@box'));
    expect(store.list()).toEqual([remote('you@box')]);
    expect([store.find('box'), store.find('you@box'), store.find('me@box')]).toEqual([
      remote('you@box'),
      remote('you@box'),
      undefined,
    ]);
    store.remove('a'.repeat(32));
    expect(store.list()).toEqual([]);
  });

  it.each(['-oProxyCommand=id', '', 'a b', 'a;b', '$(id)', "a'b"])('are none that ssh could misread: %s', (host) => {
    expect(() => open().store.put(remote(host))).toThrow('is not a host that ssh can connect to');
  });

  it.each(['relative', '/a"b', '/a$HOME', '/a:b', '/a`id`', "/a'b"])('have no folder like %s', (folder) => {
    expect(() => open().store.put(remote('box', folder))).toThrow('of the host cannot be used');
  });

  it('are not forgotten when the file is damaged', () => {
    const { path, store } = open();
    writeFileSync(path, JSON.stringify({ version: 1, remotes: [remote('-oProxyCommand=id')] }));
    expect(() => store.list()).toThrow('is damaged');
  });
});
