// SECURITY.md, "another user of the machine": what a program of another user can get hold of, at ports and in files of all.
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { putEntry } from '../../../packages/vscode-extension/src/door/agent-config.ts';
import { openDoorWorld } from '../../support/http-door.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Listens at the same port of the other loopback; false where the machine has none. */
async function listenBeside(server: Server, port: number): Promise<boolean> {
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '::1', () => resolve(true));
  });
}

it("the editor's token goes to the door itself, not to whoever listens at [::1]", async () => {
  const { url } = await openDoorWorld();
  const stolen: (string | undefined)[] = [];
  const thief = createServer(({ headers }, response) => {
    stolen.push(headers.authorization);
    response.end();
  });
  const port = Number(url.port);
  const isThere = await listenBeside(thief, port);
  const file = join(temporaryFolder(), '.claude.json');
  writeFileSync(file, '{}');
  chmodSync(file, 0o644);
  const token = 'a'.repeat(64);
  putEntry({ file, port, token, mode: 'auto', pid: process.pid, random: randomBytes, now: Date.now });
  // Nobody else reads it there, either.
  expect(statSync(file).mode & 0o077).toBe(0);
  const { url: address, headers } = JSON.parse(readFileSync(file, 'utf8')).mcpServers['sallyport-editor'];
  // By name it could be either, as the machine resolves it.
  expect(new URL(address).hostname).toBe('127.0.0.1');
  const answer = await fetch(address, { headers });
  expect([answer.status, stolen]).toEqual([401, []]);
  // The thief was there to be asked, wherever there is such an address at all.
  if (isThere) expect((await fetch(`http://[::1]:${port}/`, { headers })).ok && stolen.length).toBe(1);
});
