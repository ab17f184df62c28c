import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leaveDeadSocket } from '../../../../tests/support/dead-socket.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { type Machine, readMachine } from './machine.ts';
import { chooseSocketPath, listenPrivately, probeSocket, removeDeadSocket } from './socket.ts';

const machine = readMachine();

async function listening(path: string): Promise<Server> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await listenPrivately(server, path);
  return server;
}

describe('the path of a socket', () => {
  it('is in its folder while the system can hold it', () => {
    expect(chooseSocketPath('/run/user/1/sallyport/hosts', 'a.sock', machine)).toBe(
      '/run/user/1/sallyport/hosts/a.sock',
    );
  });

  it('is in a short folder of the user when the whole is longer than 100 bytes', async () => {
    const long = join(temporaryFolder(), 'ä'.repeat(50));
    const path = chooseSocketPath(long, `${'0'.repeat(32)}.sock`, machine);
    expect(path).toMatch(new RegExp(`^/tmp/sallyport-${machine.uid}/[0-9a-f]{16}/0{32}\\.sock$`));
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    await listening(path);
    expect(await probeSocket(path)).toBe('alive');
  });

  it('is a pipe on Windows, where no folder is made', () => {
    const windows: Machine = { ...machine, platform: 'win32', uid: undefined };
    expect(chooseSocketPath('C:\\run', 'abc.sock', windows)).toBe('\\\\.\\pipe\\sallyport-abc.sock');
  });
});

describe('a socket', () => {
  it(verifies('has mode 0600 while it listens', 'S0-socket-mode-0600', 'S1-socket-owner-only'), async () => {
    const path = join(temporaryFolder(), 'a.sock');
    const before = process.umask();
    await listening(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(before);
  });

  it('that is bound twice fails the second time and leaves the first alone', async () => {
    const path = join(temporaryFolder(), 'a.sock');
    await listening(path);
    await expect(listenPrivately(createServer(), path)).rejects.toThrow('EADDRINUSE');
    expect(await probeSocket(path)).toBe('alive');
  });

  it('is told alive, dead or absent', async () => {
    const folder = temporaryFolder();
    await listening(join(folder, 'alive'));
    await leaveDeadSocket(join(folder, 'dead'));
    const names = ['alive', 'dead', 'absent'];
    expect(await Promise.all(names.map((name) => probeSocket(join(folder, name))))).toEqual(names);
  });
});

describe('removing a dead socket', () => {
  it(verifies('frees the path of one that nobody serves', 'S0-stale-socket-replaced'), async () => {
    const path = join(temporaryFolder(), 'a.sock');
    await leaveDeadSocket(path);
    expect(await removeDeadSocket(path, machine)).toBe(true);
    expect(existsSync(path)).toBe(false);
    expect(await removeDeadSocket(path, machine)).toBe(true);
  });

  it(verifies('leaves one that lives', 'S0-stale-socket-replaced'), async () => {
    const path = join(temporaryFolder(), 'a.sock');
    await listening(path);
    expect(await removeDeadSocket(path, machine)).toBe(false);
    expect(await probeSocket(path)).toBe('alive');
  });

  it('leaves one of another user', async () => {
    const path = join(temporaryFolder(), 'a.sock');
    await leaveDeadSocket(path);
    expect(await removeDeadSocket(path, { ...machine, uid: (machine.uid ?? 0) + 1 })).toBe(false);
    expect(existsSync(path)).toBe(true);
  });

  it(verifies('leaves a file, a folder and a link to a dead socket', 'S0-socket-foreign-file'), async () => {
    const folder = temporaryFolder();
    await leaveDeadSocket(join(folder, 'dead'));
    writeFileSync(join(folder, 'file'), 'kept');
    mkdirSync(join(folder, 'folder'));
    symlinkSync(join(folder, 'dead'), join(folder, 'link'));
    for (const name of ['file', 'folder', 'link']) {
      expect(await removeDeadSocket(join(folder, name), machine), name).toBe(false);
      expect(existsSync(join(folder, name)), name).toBe(true);
    }
  });
});
