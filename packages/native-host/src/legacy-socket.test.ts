import { chownSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leaveDeadSocket } from '../../../tests/support/dead-socket.ts';
import { type FakeClock, fakeClock } from '../../../tests/support/fake-clock.ts';
import { verifies } from '../../../tests/support/verifies.ts';
import { LegacySocket, legacySocketPath } from './legacy-socket.ts';
import { type Machine, readMachine } from './run-directory/machine.ts';
import { probeSocket } from './run-directory/socket.ts';

const here = readMachine();
let counter = 0;

function newMachine(): Machine {
  const machine = { ...here, env: { USER: `sallyport-seed-${process.pid}-${counter++}` } };
  onTestFinished(() => rmSync(legacySocketPath(machine), { force: true, recursive: true }));
  return machine;
}

function legacySocketOf(machine: Machine, clock: FakeClock = fakeClock(Date.now()), nonce = String(counter++)) {
  const logged: string[] = [];
  let servers = 0;
  const socket = new LegacySocket({
    machine,
    clock,
    log: (text) => logged.push(text),
    nonce,
    createServer: () => {
      servers += 1;
      return createServer();
    },
    otherHolders: () => [],
    onHeld: () => {},
  });
  onTestFinished(() => socket.close());
  return { socket, clock, logged, servers: () => servers };
}

describe('the name of the seed path', () => {
  const unix: Machine = { platform: 'linux', env: {}, uid: 1, accountHome: '/home/ada', accountName: 'ada' };

  it(
    verifies('has the user of the environment, else of the account', 'S0-socket-user-name', 'S0-socket-path-unix'),
    () => {
      const paths = [
        { ...unix, env: { USER: 'u', USERNAME: 'n' } },
        { ...unix, env: { USER: '', USERNAME: 'n' } },
        unix,
        { ...unix, accountName: undefined },
        { ...unix, platform: 'darwin' as const },
      ].map(legacySocketPath);
      expect(paths).toEqual(['u', 'n', 'ada', 'unknown', 'ada'].map((user) => `/tmp/claude-code-mcp-${user}.sock`));
    },
  );

  it(verifies('is a pipe on Windows', 'S0-socket-path-windows'), () => {
    const windows: Machine = { ...unix, platform: 'win32', uid: undefined, env: { USERNAME: 'Ada' } };
    expect(legacySocketPath(windows)).toBe('\\\\.\\pipe\\claude-code-mcp-Ada');
  });
});

describe('the seed socket', () => {
  it(
    verifies('may be opened and closed again without effect', 'S0-socket-start-twice', 'S0-socket-stop-twice'),
    async () => {
      const { socket, servers, clock } = legacySocketOf(newMachine());
      await socket.open();
      const { ino } = lstatSync(socket.path);
      await socket.open();
      expect([servers(), lstatSync(socket.path).ino, clock.pending]).toEqual([1, ino, 1]);
      rmSync(socket.path);
      await expect(socket.close()).resolves.toBeUndefined();
      await expect(socket.close()).resolves.toBeUndefined();
      expect([existsSync(socket.path), clock.pending]).toEqual([false, 0]);
      await expect(legacySocketOf(newMachine()).socket.close()).resolves.toBeUndefined();
    },
  );

  it('is taken by one of several that start at once, and the path is never without a server after', async () => {
    const machine = newMachine();
    await leaveDeadSocket(legacySocketPath(machine));
    const contenders = Array.from({ length: 8 }, () => legacySocketOf(machine));
    await Promise.all(contenders.map(({ socket }) => socket.open()));
    // Whoever lost the takeover looks again; nobody may then remove the socket of the one who won.
    for (let round = 0; round < 3; round += 1) {
      for (const { clock } of contenders) clock.advance(5000);
      await Promise.all(contenders.map(({ socket }) => socket.settled()));
    }
    expect(contenders.filter(({ socket }) => socket.isHeld)).toHaveLength(1);
    expect(await probeSocket(legacySocketPath(machine))).toBe('alive');
  });

  it('leaves the path to whoever took it after a cleaner removed ours, and removes only its own', async () => {
    const machine = newMachine();
    const [first, second] = [legacySocketOf(machine), legacySocketOf(machine)];
    await first.socket.open();
    rmSync(first.socket.path);
    await second.socket.open();
    expect(second.socket.isHeld).toBe(true);
    const { ino } = lstatSync(second.socket.path);
    await first.socket.close();
    expect(lstatSync(second.socket.path).ino).toBe(ino);
    expect(await probeSocket(second.socket.path)).toBe('alive');
  });

  it('is bound anew at the next look after a cleaner removed it', async () => {
    const { socket, clock } = legacySocketOf(newMachine());
    await socket.open();
    rmSync(socket.path);
    clock.advance(5000);
    await socket.settled();
    expect(await probeSocket(socket.path)).toBe('alive');
  });

  it('waits for a takeover under way, and passes over one that a crash left', async () => {
    const machine = newMachine();
    const path = legacySocketPath(machine);
    await leaveDeadSocket(path);
    writeFileSync(`${path}.takeover`, 'another');
    onTestFinished(() => rmSync(`${path}.takeover`, { force: true }));
    // A second ahead of the file system's time, whose parts of a millisecond would else decide which look finds it stale.
    const { socket, clock } = legacySocketOf(machine, fakeClock(Date.now() + 1000));
    await socket.open();
    expect(socket.obstacle).toBe('is being taken over by another host');
    clock.advance(5000);
    await socket.settled();
    clock.advance(5000);
    await socket.settled();
    expect(socket.isHeld).toBe(true);
    expect(existsSync(`${path}.takeover`)).toBe(false);
  });

  it('is not kept from its path by a takeover file that nobody of ours made', async () => {
    const foreign: ((takeover: string) => void)[] = [(takeover) => mkdirSync(takeover)];
    // Only root can make a file that another user owns.
    if (here.uid === 0) {
      foreign.push((takeover) => {
        writeFileSync(takeover, 'mine');
        chownSync(takeover, 65534, 65534);
      });
    }
    for (const make of foreign) {
      const machine = newMachine();
      const path = legacySocketPath(machine);
      await leaveDeadSocket(path);
      make(`${path}.takeover`);
      onTestFinished(() => rmSync(`${path}.takeover`, { force: true, recursive: true }));
      // Later than the folder was made, by more than a takeover takes.
      const { socket } = legacySocketOf(machine, fakeClock(Date.now() + 6000));
      await socket.open();
      expect([socket.obstacle, socket.isHeld]).toEqual([undefined, true]);
    }
  });

  it('says once what is in its way, and not at every look', async () => {
    const machine = newMachine();
    writeFileSync(legacySocketPath(machine), '');
    const { socket, clock, logged } = legacySocketOf(machine);
    await socket.open();
    for (let n = 0; n < 3; n += 1) {
      clock.advance(5000);
      await socket.settled();
    }
    expect(logged).toHaveLength(1);
    rmSync(socket.path);
    clock.advance(5000);
    await socket.settled();
    expect(socket.isHeld).toBe(true);
  });

  it('connects to the socket of another program ever more rarely, and at once to a new one there', async () => {
    const machine = newMachine();
    let probes = 0;
    const listen = () => {
      const server = createServer(() => {
        probes += 1;
      });
      onTestFinished(() => void server.close());
      return new Promise<typeof server>((done) => server.listen(legacySocketPath(machine), () => done(server)));
    };
    const foreign = await listen();
    const { socket, clock } = legacySocketOf(machine);
    await socket.open();
    for (let passedMs = 0; passedMs < 600_000; passedMs += 5_000) {
      clock.advance(5_000);
      await socket.settled();
    }
    expect(socket.obstacle).toBe('is held by another program');
    // At 0, 10, 30, 70, 150, 310 s.
    expect(probes).toBe(6);
    await new Promise((done) => foreign.close(done));
    await listen();
    clock.advance(5_000);
    await socket.settled();
    expect([probes, socket.isHeld]).toEqual([7, false]);
  });

  it(verifies('touches no file and sets no mode on Windows', 'S0-socket-windows-no-files'), async () => {
    // A pipe's name is here the name of a socket in the working folder, which shows that it is bound as it is.
    const machine: Machine = { ...newMachine(), platform: 'win32', uid: undefined };
    const [first, second] = [legacySocketOf(machine), legacySocketOf(machine)];
    await first.socket.open();
    onTestFinished(() => rmSync(first.socket.path, { force: true }));
    await second.socket.open();
    expect([first.socket.isHeld, second.socket.isHeld]).toEqual([true, false]);
    expect(second.socket.obstacle).toBe('is held by another host');
    expect(existsSync(`${first.socket.path}.takeover`)).toBe(false);
    expect(await probeSocket(first.socket.path)).toBe('alive');
  });
});
