// From start to end: sockets before answers, an orderly end whatever is open, nothing left behind.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { frame, rawFrame } from '../../support/frames.ts';
import { spawnHost, startHost } from '../../support/host-process.ts';
import { framedClient } from '../../support/raw-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { verifies } from '../../support/verifies.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Preloaded into a host: writes down each call of fs that changes or removes a file or its mode. */
const fileSpy = (log: string) => `
const fs = require('node:fs');
const { appendFileSync } = fs;
for (const name of ['chmod', 'lchmod', 'chown', 'lchown', 'unlink', 'rm', 'rename', 'link']) {
  for (const spelled of [name, name + 'Sync']) {
    const real = fs[spelled];
    if (real === undefined) continue;
    fs[spelled] = (...args) => {
      appendFileSync(${JSON.stringify(log)}, spelled + ' ' + args.filter((arg) => typeof arg === 'string').join(' ') + '\\n');
      return real(...args);
    };
  }
}`;

function connectError(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

describe('a host that starts', () => {
  it(
    verifies(
      'listens before it answers, in its own socket and at the seed path',
      'S0-init-socket-before-loop',
      'S0-socket-path-unix',
      'S1-socket-listens',
      'S1-socket-path',
    ),
    async () => {
      const host = await startHost();
      expect(await connectError(host.seedPath)).toBeUndefined();
      expect(host.record().socket).toBe(join(host.home, 'run', 'hosts', `${host.record().id}.sock`));
      expect(await connectError(host.record().socket)).toBeUndefined();
    },
  );

  it(
    verifies(
      'keeps all of it for its owner: 0600 for files and sockets, 0700 for folders',
      'S0-socket-mode-0600',
      'S1-socket-owner-only',
      'S1-token-owner-only',
    ),
    async () => {
      const host = await startHost({ shell: 'umask 000; exec "$@"' });
      const hosts = join(host.home, 'run', 'hosts');
      expect(modeOf(host.seedPath)).toBe('600');
      expect(readdirSync(hosts).map((name) => modeOf(join(hosts, name)))).toEqual(['600', '600', '600']);
      expect([modeOf(join(host.home, 'run')), modeOf(hosts)]).toEqual(['700', '700']);
      expect(modeOf(join(host.home, 'data', 'logs', 'host.log'))).toBe('600');
    },
  );

  it(verifies('makes a new token of 64 hex digits each time', 'S1-token-new'), async () => {
    const first = await startHost();
    const token = first.token();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    await first.stop();
    const second = await startHost({ home: first.home });
    expect(second.token()).toMatch(/^[0-9a-f]{64}$/);
    expect(second.token()).not.toBe(token);
  });

  it(verifies('starts by the flag or the command of the program', 'S0-entry-flag'), async () => {
    const program = join(projectRoot, 'packages', 'cli', 'bin', 'sallyport.js');
    for (const how of ['--chrome-native-host', 'native-host']) {
      const args = [how, 'chrome-extension://jkcmiamadfloocabdmgebmegghhmpfgk/', '--parent-window=0'];
      const host = await startHost({ program, args });
      expect(await host.stop()).toBe(0);
    }
  });

  it(verifies('takes whatever arguments a browser adds', 'S0-entry-flag'), async () => {
    const argumentLists = [
      ['--chrome-native-host', 'chrome-extension://jkcmiamadfloocabdmgebmegghhmpfgk/', '--parent-window=0'],
      ['/home/me/.mozilla/native-messaging-hosts/dev.sallyport.host.json', 'sallyport@sallyport.dev'],
      ['--enable-features=Something', '--', '-x'],
    ];
    for (const args of argumentLists) {
      const host = await startHost({ args });
      expect(await host.stop()).toBe(0);
    }
  });

  it(verifies('finds its name without USER, and needs no HOME', 'S0-socket-user-name'), async () => {
    const name = `sallyport-test-${process.pid}`;
    const host = await startHost({ env: { USER: null, USERNAME: name } });
    expect(await connectError(`/tmp/claude-code-mcp-${name}.sock`)).toBeUndefined();
    expect(await host.stop()).toBe(0);
    expect(existsSync(`/tmp/claude-code-mcp-${name}.sock`)).toBe(false);
    // With neither it is the account's name; that path may be in real use here, so it stays closed.
    const home = temporaryFolder();
    writeFileSync(join(home, 'config.json'), '{"seedSocket": false}');
    const bare = await startHost({ home, env: { USER: null } });
    expect(await bare.stop()).toBe(0);
  });

  it(
    verifies(
      'where the platform calls itself Windows, binds the pipe by its name, and touches neither file nor mode for it',
      'S0-socket-path-windows',
      'S0-socket-windows-no-files',
    ),
    async () => {
      // On this system such a name is that of a socket in the working folder: what is bound there shows what Windows is asked for.
      const home = temporaryFolder();
      const platform = join(home, 'platform.cjs');
      const touched = join(home, 'touched.log');
      writeFileSync(platform, `Object.defineProperty(process, 'platform', { value: 'win32' });\n${fileSpy(touched)}`);
      const host = await startHost({
        home,
        env: { NODE_OPTIONS: `--require ${platform}` },
        shell: `umask 022; cd "${home}"; exec "$@"`,
      });
      const pipe = `\\\\.\\pipe\\claude-code-mcp-${host.user}`;
      expect(host.stderr()).toContain(`Listening at ${pipe}`);
      const client = await framedClient(join(home, pipe));
      client.send({ method: 'through the pipe' });
      await host.next('tool_request', ({ method }) => method === 'through the pipe');
      expect(readdirSync(home).filter((name) => name.includes('claude-code-mcp'))).toEqual([pipe]);
      expect(existsSync(host.seedPath)).toBe(false);
      expect(await host.stop()).toBe(0);
      // The spy saw the files of the host's own socket, and nothing of the pipe.
      const calls = readFileSync(touched, 'utf8').trim().split('\n');
      expect(calls.some((call) => call.startsWith('unlink'))).toBe(true);
      expect(calls.filter((call) => call.includes('pipe'))).toEqual([]);
    },
  );

  it('does not listen at the seed path when config.json says so', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'config.json'), '{\n  // off\n  "seedSocket": false, /* really */\n}\n');
    const host = await startHost({ home });
    expect(existsSync(host.seedPath)).toBe(false);
    const lines = await host.lines();
    expect(await lines.ask({ command: 'ping' })).toMatchObject({ success: true });
  });
});

describe('a host whose stdin ends', () => {
  it(
    verifies(
      'closes its clients, fails their calls, removes what is its own and exits with 0',
      'S0-shutdown-exit-0',
      'S0-shutdown-closes-clients',
      'S0-shutdown-closes-server',
      'S0-shutdown-removes-socket',
      'S0-fatal-stdin-closed',
      'S3-end-on-eof',
      'S3-end-on-disconnect',
      'S0-state-browser-connected',
    ),
    async () => {
      const host = await startHost();
      const framed = await host.framed();
      const silent = await framedClient(host.record().socket);
      const lines = await host.lines();
      framed.send({ id: 1, method: 'slow' });
      await host.next('tool_request');
      lines.send({ id: 2, command: 'click' });
      expect(await lines.ask({ command: 'version' })).toMatchObject({ success: true });
      const own = host.record().socket;
      expect(await host.stop()).toBe(0);
      expect(await framed.next()).toMatchObject({
        id: 1,
        error: { code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } },
      });
      expect(await lines.next()).toMatchObject({ id: 2, success: false, code: 'ERR_SERVER_UNAVAILABLE' });
      await Promise.all([framed.closed, silent.closed, lines.closed]);
      expect(readdirSync(join(host.home, 'run', 'hosts'))).toEqual([]);
      expect([await connectError(host.seedPath), await connectError(own)]).toEqual(['ENOENT', 'ENOENT']);
    },
  );

  it(verifies('handles the whole frames that came before and drops a cut one', 'S0-read-after-close'), async () => {
    const host = spawnHost();
    host.child.stdin.end(
      Buffer.concat([frame({ type: 'ping' }), frame({ type: 'get_status' }), rawFrame(Buffer.from('{"ty'), 100)]),
    );
    expect((await host.exited).code).toBe(0);
    await host.next('pong');
    await host.next('status_response');
    expect(host.received.waiting).toEqual([]);
  });

  it('does not wait for a client that reads nothing', async () => {
    const host = await startHost();
    const client = await host.framed();
    client.send({ method: 'x' });
    await host.next('tool_request');
    client.socket.pause();
    host.send({ type: 'tool_response', result: 'a'.repeat(5_000_000) });
    host.send({ type: 'ping' });
    await host.next('pong');
    const startedAt = Date.now();
    expect(await host.stop()).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('or that is ended by %s leaves nothing behind', async (signal) => {
    const host = await startHost();
    host.child.kill(signal);
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(readdirSync(join(host.home, 'run', 'hosts'))).toEqual([]);
    expect(existsSync(host.seedPath)).toBe(false);
  });

  it(
    verifies(
      'or ends in several ways at once, with its sockets gone before, ends well all the same',
      'S0-socket-stop-twice',
    ),
    async () => {
      const host = await startHost();
      rmSync(host.seedPath);
      rmSync(host.record().socket);
      host.child.stdin.end();
      host.child.kill('SIGTERM');
      host.child.kill('SIGINT');
      expect(await host.exited).toEqual({ code: 0, signal: null });
      expect(readdirSync(join(host.home, 'run', 'hosts'))).toEqual([]);
    },
  );

  it(verifies('stays the process that was started until then', 'S3-browser-managed'), async () => {
    const host = await startHost();
    const { pid } = host.child;
    expect(host.record().pid).toBe(pid);
    await host.stop();
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
  });

  it('ends too when the browser no longer reads', async () => {
    const host = await startHost();
    host.child.stdout.destroy();
    await eventually('the host to notice', () => {
      host.send({ type: 'ping' });
      return host.child.exitCode !== null;
    });
    expect((await host.exited).code).toBe(0);
    expect(existsSync(host.seedPath)).toBe(false);
  });
});
