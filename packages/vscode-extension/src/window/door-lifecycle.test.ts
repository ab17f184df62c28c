import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Offer } from '@sallyport/mcp-door';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectClient } from '../../../../tests/support/http-door.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { DoorLifecycle } from './door-lifecycle.ts';
import type { Settings } from './settings.ts';
import type { DoorState } from './status-item.ts';

const offer: Offer = {
  fence: (text) => text,
  listTools: async () => [],
  callTool: (_name, _args, { signal, onProgress }) => {
    onProgress?.({ progress: 1 });
    return new Promise((end) => signal.addEventListener('abort', () => end({ ok: false, error: signal.reason })));
  },
  onToolsChanged: () => () => {},
};

function makeWindow(changes: Partial<Settings> = {}, home = temporaryFolder(), isTrusted = () => true) {
  const lines: string[] = [];
  const states: DoorState[] = [];
  const settings: Settings = {
    port: 0,
    autoStart: true,
    approvalMode: 'write-only',
    diagnosticDelay: 1500,
    requireAuth: true,
    autoConfigure: 'auto',
    ...changes,
  };
  const life = new DoorLifecycle({
    settings: () => settings,
    token: 'b'.repeat(64),
    offerTo: () => offer,
    isAwaited: () => false,
    onLost: () => {},
    folders: () => ['/work/project'],
    isTrusted,
    configFile: join(home, '.claude.json'),
    machine: {
      platform: process.platform,
      env: { SALLYPORT_HOME: join(home, 'sallyport') },
      uid: process.getuid?.(),
      accountHome: home,
      accountName: 'me',
    },
    pid: process.pid,
    isAlive: () => true,
    now: () => 0,
    random: randomBytes,
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(`! ${line}`) },
    onFault: (thrown) => lines.push(`fault ${String(thrown)}`),
    onState: (state) => states.push(state),
  });
  onTestFinished(() => life.stop());
  const records = join(home, 'sallyport', 'run', 'editors');
  return { life, lines, states, home, records, config: join(home, '.claude.json') };
}

describe('a folder that the user does not trust', () => {
  it.each([true, false])(
    'keeps the door closed, whoever asks, until it is trusted (autoStart %s)',
    async (autoStart) => {
      let isTrusted = false;
      const { life, lines, config } = makeWindow({ autoStart }, temporaryFolder(), () => isTrusted);
      await life.start();
      expect(life.state).toEqual({ kind: 'off', waitsForTrust: true });
      expect(lines).toEqual(['! The MCP server does not start until you trust this folder.']);
      expect(existsSync(config)).toBe(false);
      isTrusted = true;
      await life.trusted();
      expect(life.state.kind).toBe(autoStart ? 'open' : 'off');
    },
  );
});

describe('the life of the door', () => {
  it(
    verifies('tells every change of the config, and undoes it', 'S2-config-logged', 'S2-dispose-sessions'),
    async () => {
      const { life, lines, states, config, records } = makeWindow();
      await Promise.all([life.start(), life.start()]);
      const state = life.state;
      if (state.kind !== 'open') throw new Error('It is not open.');
      expect(lines).toEqual([
        `The MCP server is listening at 127.0.0.1:${state.port}.`,
        `Added the entry sallyport-editor to ${config}.`,
      ]);
      expect(readdirSync(records)).toHaveLength(2);
      life.refresh();
      expect(lines).toHaveLength(2);
      writeFileSync(config, '{}');
      life.refresh();
      expect(lines.splice(2)).toEqual([`Added the entry sallyport-editor to ${config}.`]);
      await life.stop();
      await expect(fetch(`http://127.0.0.1:${state.port}/mcp`)).rejects.toThrow('fetch failed');
      await life.stop();
      expect(lines.slice(2)).toEqual([`Removed the entry from ${config}.`, 'The MCP server is stopped.']);
      expect([readdirSync(records), readFileSync(config, 'utf8')]).toEqual([
        [],
        expect.not.stringContaining('sallyport'),
      ]);
      expect(states.at(-1)).toEqual({ kind: 'off' });
      await life.start();
      expect(life.state.kind).toBe('open');
    },
  );

  it.each(['open', 'closed'])('ends with an answer to every call in progress, with its log %s', async (log) => {
    const { life, lines } = makeWindow();
    await life.start();
    const state = life.state;
    if (state.kind !== 'open') throw new Error('It is not open.');
    const { client } = await connectClient(new URL(`http://127.0.0.1:${state.port}/mcp`), 'legacy', 'b'.repeat(64));
    const called: Promise<unknown>[] = [];
    await new Promise<void>((resolve) => {
      called.push(client.callTool({ name: 'wait' }, { onprogress: () => resolve() }));
    });
    if (log === 'closed')
      lines.push = () => {
        throw new Error('Channel has been closed');
      };
    const stopped = life.stop();
    await (log === 'closed' ? expect(stopped).rejects.toThrow('Channel has been closed') : stopped);
    const text = expect.stringContaining('The VS Code window was closed or reloaded');
    expect(await called[0]).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
  });

  it(verifies('says which port it has when the wanted one is taken', 'S2-fail-port-in-use'), async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    const { life, lines, states, config } = makeWindow({ port: taken });
    await life.start();
    const state = life.state;
    if (state.kind !== 'open') throw new Error('It is not open.');
    expect(state.port).not.toBe(taken);
    expect(lines).toContain(`! Port ${taken} is taken; the MCP server uses ${state.port} instead.`);
    expect(states.at(-1)).toEqual({ kind: 'open', port: state.port, sessions: 0 });
    expect(readFileSync(config, 'utf8')).toContain(`http://127.0.0.1:${state.port}/mcp`);
  });

  it(verifies('warns of a config that it does not understand', 'S2-fail-malformed-config'), async () => {
    const { life, lines, config } = makeWindow();
    writeFileSync(config, '{');
    await life.start();
    expect(lines).toContain(`! ${config} is not valid JSON; it was left as it is.`);
    expect(readFileSync(config, 'utf8')).toBe('{');
  });

  it('writes the entry of its project beside another window that lives', async () => {
    const first = makeWindow();
    await first.life.start();
    const second = makeWindow({}, first.home);
    await second.life.start();
    const { mcpServers, projects } = JSON.parse(readFileSync(first.config, 'utf8'));
    const urls = [mcpServers['sallyport-editor'].url, projects['/work/project'].mcpServers['sallyport-editor'].url];
    const ports = [first.life.state, second.life.state].map((state) => (state.kind === 'open' ? state.port : 0));
    expect(urls).toEqual(ports.map((port) => `http://127.0.0.1:${port}/mcp`));
  });

  it('works without a run directory', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'sallyport'), 'a file where a folder should be');
    const { life, lines } = makeWindow({ autoConfigure: 'never' }, home);
    await life.start();
    expect(life.state.kind).toBe('open');
    expect(lines.some((line) => line.startsWith('! The gateway cannot find this window'))).toBe(true);
    expect(existsSync(join(home, '.claude.json'))).toBe(false);
  });
});
