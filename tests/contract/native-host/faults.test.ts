// What can go wrong around a host: occupied paths, unusable folders, no descriptors left. Each is told, none disturbs the rest.
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leaveDeadSocket } from '../../support/dead-socket.ts';
import { eventually } from '../../support/eventually.ts';
import { spawnHost, startHost } from '../../support/host-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { verifies } from '../../support/verifies.ts';

let counter = 0;
function freeUser(): { user: string; path: string } {
  const user = `sallyport-fault-${process.pid}-${counter++}`;
  const path = `/tmp/claude-code-mcp-${user}.sock`;
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return { user, path };
}

describe('the seed path', () => {
  it(verifies('is taken over from a dead host', 'S0-stale-socket-replaced'), async () => {
    const { user, path } = freeUser();
    await leaveDeadSocket(path);
    const host = await startHost({ user });
    const client = await host.framed();
    client.send({ method: 'x' });
    await host.next('tool_request');
    expect(existsSync(`${path}.takeover`)).toBe(false);
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, 'kept')],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link to a file', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a dangling link', (path: string) => symlinkSync('/nowhere/at/all', path)],
  ])(
    verifies('occupied by %s is left as it is, and the host serves at its own', 'S0-socket-foreign-file'),
    async (_, occupy) => {
      const { user, path } = freeUser();
      occupy(path);
      const before = lstatSync(path);
      const host = await startHost({ user });
      const lines = await host.lines();
      expect(await lines.ask({ command: 'ping' })).toMatchObject({ success: true });
      await host.logged(`The path ${path} is occupied by something that is not a socket`);
      expect(await host.stop()).toBe(0);
      const after = lstatSync(path);
      expect([after.ino, after.mode, after.mtimeMs]).toEqual([before.ino, before.mode, before.mtimeMs]);
    },
  );

  it('occupied by a link to a dead socket is left as it is', async () => {
    const { user, path } = freeUser();
    const target = join(temporaryFolder(), 'dead.sock');
    await leaveDeadSocket(target);
    symlinkSync(target, path);
    const host = await startHost({ user });
    await host.stop();
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(existsSync(target)).toBe(true);
  });

  it('that is longer than a socket path may be is not used', async () => {
    const host = await startHost({ user: 'u'.repeat(90) });
    await host.logged('is too long');
    expect(await host.stop()).toBe(0);
  });
});

describe('the run directory', () => {
  it('that cannot be used leaves the seed path to serve', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'run'), 'in the way');
    const host = await startHost({ home });
    const client = await host.framed();
    client.send({ method: 'x' });
    await host.next('tool_request');
    await host.logged('No socket of its own: The folder');
    expect(await host.stop()).toBe(0);
    expect(readFileSync(join(home, 'run'), 'utf8')).toBe('in the way');
  });

  it('that is read-only is told, and the seed path serves', async () => {
    const home = temporaryFolder();
    chmodSync(home, 0o755);
    mkdirSync(join(home, 'run', 'hosts'), { recursive: true });
    mkdirSync(join(home, 'run', 'editors'));
    // Nothing is read-only for root, so the host is someone else then.
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    for (const folder of ['run/hosts', 'run/editors', 'run']) {
      if (uid !== undefined) chownSync(join(home, folder), uid, uid);
      chmodSync(join(home, folder), 0o500);
    }
    const host = await startHost({ home, ...(uid === undefined ? {} : { uid }) });
    await host.logged('EACCES');
    const client = await host.framed();
    client.send({ method: 'x' });
    await host.next('tool_request');
    expect(await host.stop()).toBe(0);
    chmodSync(join(home, 'run'), 0o700);
  });

  it('with a long path puts the socket where the system can hold it, and says so in the record', async () => {
    const home = join(temporaryFolder(), 'long-'.repeat(20));
    const host = await startHost({ home });
    expect(host.record().socket).toMatch(/^\/tmp\/sallyport-\d+\/[0-9a-f]{16}\/[0-9a-f]{32}\.sock$/);
    const lines = await host.lines();
    expect(await lines.ask({ command: 'ping' })).toMatchObject({ success: true });
    const { socket } = host.record();
    expect(await host.stop()).toBe(0);
    expect(existsSync(socket)).toBe(false);
  });
});

describe('a host that nobody can reach', () => {
  it(verifies('says so to every request for 10 s, then exits with 1', 'S0-fatal-bind'), async () => {
    const { user, path } = freeUser();
    writeFileSync(path, 'in the way');
    const home = temporaryFolder();
    writeFileSync(join(home, 'run'), 'in the way');
    const startedAt = Date.now();
    const host = spawnHost({ home, user });
    for (const message of [{ type: 'ping' }, { type: 'get_status' }, { type: 'tool_response', result: 1 }]) {
      host.send(message);
      const { error } = await host.next('error');
      expect(error).toContain('cannot be reached by any client');
      expect(error).toContain(path);
    }
    host.send({ type: 'host_list_tools', request_id: 5 });
    expect(await host.next('error')).toMatchObject({ request_id: 5, error: { code: 'ERR_SERVER_UNAVAILABLE' } });
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(Date.now() - startedAt).toBeGreaterThan(9500);
    await host.logged('cannot be reached');
    expect(readFileSync(path, 'utf8')).toBe('in the way');
  });
});

describe('a host without file descriptors', () => {
  it('loses the client that found none, and nothing else', async () => {
    const host = await startHost({ shell: 'ulimit -n 30; exec "$@"' });
    const steady = await host.framed();
    const flood: Socket[] = [];
    let closed = 0;
    for (let n = 0; n < 60; n += 1) {
      const socket = connect(host.seedPath).resume();
      socket.on('error', () => {});
      socket.on('close', () => (closed += 1));
      flood.push(socket);
    }
    // The system closes a connection that the host has no descriptor for.
    await eventually('the host to run out', () => closed > 20);
    expect(closed).toBeLessThan(60);
    host.send({ type: 'ping' });
    await host.next('pong');
    steady.send({ method: 'x' });
    host.send({ type: 'tool_response', id: (await host.next('tool_request')).id, result: 'served' });
    expect(await steady.next()).toEqual({ result: 'served' });
    for (const socket of flood) socket.destroy();
    await host.next('mcp_disconnected', ({ count }) => count === 1);
    const later = await host.framed();
    later.send({ method: 'later' });
    await host.next('tool_request', ({ method }) => method === 'later');
    expect(await host.stop()).toBe(0);
  });
});
