// The example of a server that `up` brings: added once, kept up to date, and never forced on anybody.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMachine } from '@sallyport/native-host/run-directory';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { addExampleServer } from './example-server.ts';

function openHome() {
  const home = temporaryFolder();
  const data = join(home, 'data');
  const path = join(home, 'config.json');
  mkdirSync(data);
  const node = { path: '/usr/bin/node', version: 'v20.19.0' };
  return {
    data,
    path,
    bring: (bundles = '/build') =>
      addExampleServer(
        {
          machine: { ...readMachine(), env: { SALLYPORT_HOME: home } },
          ...{ node, bundles, randomBytes, now: Date.now, pid: process.pid },
        },
        data,
      ),
    servers: () => JSON.parse(readFileSync(path, 'utf8')).mcpServers,
  };
}

it('is added once, beside what is there', () => {
  const { path, data, bring, servers } = openHome();
  writeFileSync(path, '{ "mcpServers": { "mine": { "command": "mine" } } }');
  bring();
  bring();
  expect(servers()).toEqual({
    mine: { command: 'mine' },
    notes: { command: '/usr/bin/node', args: ['/build/notes-server.cjs', join(data, 'notes.json')] },
  });
});

it('is not added again when its entry was taken away, nor in the place of another of its name', () => {
  const { path, data, bring, servers } = openHome();
  bring();
  writeFileSync(path, '{ "mcpServers": {} }');
  bring();
  expect(servers()).toEqual({});
  rmSync(join(data, 'notes.json'));
  writeFileSync(path, '{ "mcpServers": { "notes": { "command": "other" } } }');
  bring();
  expect(servers()).toEqual({ notes: { command: 'other' } });
});

it('follows the build it is started from, and stays as the user set it otherwise', () => {
  const { path, data, bring, servers } = openHome();
  const notebook = join(data, 'notes.json');
  const entry = { command: '/usr/bin/node', args: ['/gone/notes-server.cjs', notebook], disabled: true };
  writeFileSync(path, JSON.stringify({ mcpServers: { notes: entry } }));
  bring('/new');
  expect(servers()).toEqual({ notes: { ...entry, args: ['/new/notes-server.cjs', notebook] } });
});
