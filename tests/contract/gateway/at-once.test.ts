// Commands that run at the same moment, as processes: what one writes the other does not undo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { lockOf } from '@sallyport/native-host/run-directory';
import { expect, it } from 'vitest';
import { openUpHome } from '../../support/up-process.ts';

const eight = Array.from({ length: 8 }, (_, n) => `agent${n}`);

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const filesOf = (home: string) =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .sort();
const locksIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('lock'));

it('eight agents that are added at once are all there, and so are those that stay when four go', async () => {
  const { home, run } = openUpHome();
  const book = join(home, 'data', 'agents.json');
  const names = () => read(book).agents.map(({ name }: { name: string }) => name);
  const added = await Promise.all(eight.map((name) => run('agents', 'add', name)));
  expect(added.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
    Array(8).fill({ exitCode: 0, stderr: '' }),
  );
  expect(names().sort()).toEqual(eight);
  const { agents: before } = read(book);
  await Promise.all(eight.map((name, n) => run('agents', n < 4 ? 'revoke' : 'rotate', name)));
  expect(names().sort()).toEqual(eight.slice(4));
  const keys = before.map(({ keyHash }: { keyHash: string }) => keyHash);
  for (const { keyHash } of read(book).agents) expect(keys).not.toContain(keyHash);
  expect(locksIn(join(home, 'data'))).toEqual([]);
}, 60_000);

it('servers that are added and switched off at once are all there, with the comment of the user', async () => {
  const { home, run } = openUpHome();
  const config = join(home, 'config.json');
  writeFileSync(config, '{\n  // mine\n  "mcpServers": { "old": { "command": "old" } }\n}\n');
  await Promise.all([
    run('servers', 'disable', 'old'),
    ...eight.map((name) => run('servers', 'add', name, '--', 'true')),
  ]);
  const text = readFileSync(config, 'utf8');
  expect(text).toContain('// mine');
  const { mcpServers } = JSON.parse(text.replace('// mine', ''));
  expect(Object.keys(mcpServers).sort()).toEqual([...eight, 'old']);
  expect(mcpServers.old.enabled).toBe(false);
  expect(locksIn(home)).toEqual([]);
}, 60_000);

it('installations at once are all in the record, so that one uninstall takes all of it back', async () => {
  const { home, run } = openUpHome();
  const marks = ['.config/chromium/Local State', '.mozilla/firefox/profiles.ini', '.cursor/mcp.json'];
  for (const mark of marks) {
    mkdirSync(dirname(join(home, mark)), { recursive: true });
    writeFileSync(join(home, mark), '{}');
  }
  const before = filesOf(home);
  const forBrowser = (browser: string, ...more: string[]) =>
    run('install', '--only', 'browsers', '--browser', browser, '--yes', ...more);
  const installed = await Promise.all([
    forBrowser('chromium'),
    forBrowser('firefox'),
    forBrowser('chromium', '--name', 'org.example.other'),
    forBrowser('firefox', '--name', 'org.example.other'),
    run('install', '--only', 'agents', '--yes'),
  ]);
  expect(installed.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
    Array(5).fill({ exitCode: 0, stderr: '' }),
  );
  const manifests = ['.config/chromium/NativeMessagingHosts', '.mozilla/native-messaging-hosts'];
  expect(manifests.map((folder) => readdirSync(join(home, folder)).length)).toEqual([2, 2]);
  expect(await run('uninstall', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  // The book of agents is the user's, and stays.
  expect(filesOf(home)).toEqual([...before, 'data/agents.json'].sort());
}, 60_000);

it('a lock whose owner was killed holds no command up', async () => {
  const { home, run } = openUpHome();
  const book = join(home, 'data', 'agents.json');
  mkdirSync(join(home, 'data'), { mode: 0o700 });
  const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(owner, 'spawn');
  writeFileSync(lockOf(book), JSON.stringify({ nonce: 'a'.repeat(32), pid: owner.pid }));
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(await run('agents', 'add', 'codex')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(locksIn(join(home, 'data'))).toEqual([]);
});
