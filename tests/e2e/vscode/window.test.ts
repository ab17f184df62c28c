// The extension in its window: status bar, entry for agents, sessions, a second window, start and stop.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { describe, expect, inject, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { verifies } from '../../support/verifies.ts';
import { openEditorAgent, readEntry, windowRecordAt } from './editor-agent.ts';
import { openEditorWorld, useEditor } from './editor-world.ts';
import { changeSettings } from './settings.ts';

const editor = useEditor();

const portOf = (url: string | undefined) => Number(new URL(url ?? 'http://localhost:0').port);
const readConfig = (): Record<string, never> => JSON.parse(readFileSync(join(editor.home, '.claude.json'), 'utf8'));

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

describe('the installed extension', () => {
  it(
    verifies(
      'shows its port, has its entry for agents, and lets a client of it in',
      'S2-verify-02-status-bar',
      'S2-verify-03-config',
      'S2-verify-04-connects',
      'S2-status-bar',
      'S2-setting-port',
      'S2-setting-auto-start',
      'S2-seven-tools',
      'S2-server-info',
      'S2-token-in-config',
      'S2-config-entry',
      'S2-verify-01-build',
      'S2-bridge-only',
    ),
    async () => {
      // Another program of this machine may have had the port when the window opened; once it is free it is ours.
      if (portOf(readEntry(editor.home)?.url) !== 5765 && !(await isListening('127.0.0.1', 5765))) {
        await editor.person.runCommand('Sallyport: Stop MCP Server');
        await editor.person.runCommand('Sallyport: Start MCP Server');
        await eventually('the port of the settings', () => portOf(readEntry(editor.home)?.url) === 5765);
      }
      const port = portOf(readEntry(editor.home)?.url);
      await editor.person.statusItem(`Sallyport: :${port}`).waitFor();
      expect(readConfig()).toMatchObject({
        mcpServers: {
          'sallyport-editor': {
            type: 'http',
            url: `http://127.0.0.1:${port}/mcp`,
            headers: { Authorization: expect.stringMatching(/^Bearer [0-9a-f]{64}$/) },
          },
        },
      });
      expect(existsSync(join(projectRoot, 'dist', 'vscode', 'dist', 'extension.js'))).toBe(true);
      expect(await editor.person.page.locator('.webview').count()).toBe(0);
      const { client } = await editor.newAgent('by the entry');
      expect(client.getServerVersion()).toMatchObject({ name: 'sallyport-editor', version: PRODUCT_VERSION });
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining([
          'write_file',
          'apply_diff',
          'execute_command',
          'read_file',
          'list_files',
          'search_files',
          'get_diagnostics',
        ]),
      );
    },
  );

  it(verifies('listens on the loopback alone', 'S2-loopback-only'), async () => {
    const port = portOf(readEntry(editor.home)?.url);
    expect(await isListening('127.0.0.1', port)).toBe(true);
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, internal, family } of others) {
      if (!internal && family === 'IPv4') expect([address, await isListening(address, port)]).toEqual([address, false]);
    }
  });

  it(
    verifies(
      'wants the token, and with requireAuth off takes everybody',
      'S2-bearer-every-request',
      'S2-auth-off',
      'S2-setting-require-auth',
      'S2-session-auth-first',
      'S2-threat-model',
    ),
    async () => {
      const url = readEntry(editor.home)?.url ?? '';
      const post = (headers: Record<string, string> = {}) =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'initialize',
            params: { protocolVersion: '2025-11-25' },
          }),
        });
      expect((await post()).status).toBe(401);
      expect((await post({ 'mcp-session-id': randomUUID() })).status).toBe(401);
      expect(readFileSync(join(projectRoot, 'SECURITY.md'), 'utf8')).toContain(
        "another local program at the editor's door",
      );
      const restore = await changeSettings({ 'sallyport.requireAuth': false });
      expect((await post()).status).toBe(200);
      expect(readEntry(editor.home)?.headers).toEqual({});
      await restore();
      expect((await post()).status).toBe(401);
      expect(readEntry(editor.home)?.headers).toMatchObject({ Authorization: expect.any(String) });
    },
  );

  it('leaves a record by which the gateway finds it', async () => {
    const entry = readEntry(editor.home);
    const { version, folders, token } = windowRecordAt(editor.home, entry?.url);
    expect({ version, folders }).toEqual({ version: PRODUCT_VERSION, folders: [editor.workspace] });
    // Its own, so that the door knows the gateway, which speaks for others, from an agent that has the entry.
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(entry?.headers).not.toEqual({ Authorization: `Bearer ${token}` });
  });

  it(
    verifies(
      'stops, takes its entry away, and starts again by command',
      'S2-commands',
      'S2-dispose-sessions',
      'S2-output-channel',
    ),
    async () => {
      const before = readEntry(editor.home);
      await editor.person.runCommand('Sallyport: Stop MCP Server');
      await editor.person.statusItem('Sallyport: off').waitFor();
      expect(readEntry(editor.home)).toBeUndefined();
      expect(await isListening('127.0.0.1', portOf(before?.url))).toBe(false);
      await editor.person.runCommand('Sallyport: Start MCP Server');
      const after = await eventually('the entry', () => readEntry(editor.home));
      // The token is kept; the port may have gone to another program meanwhile.
      expect(after.headers).toEqual(before?.headers);
      const agent = await openEditorAgent(after);
      expect((await agent.call('read_file', { path: 'notes.txt' })).isError).toBe(false);
      await agent.close();
      await editor.person.runCommand('Output: Show Output Channels...');
      const channel = editor.person.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Sallyport' });
      // The list draws only the rows in view.
      await editor.person.quickInput.waitFor();
      await editor.person.type('Sallyport');
      await channel.first().waitFor();
      await editor.person.press('Escape');
    },
  );

  it(verifies('leaves a config that is no JSON as it is', 'S2-fail-malformed-config'), async () => {
    const file = join(editor.home, '.claude.json');
    const good = readFileSync(file, 'utf8');
    await editor.person.runCommand('Sallyport: Stop MCP Server');
    await editor.person.statusItem('Sallyport: off').waitFor();
    writeFileSync(file, '{ broken,, }');
    await editor.person.runCommand('Sallyport: Start MCP Server');
    await editor.person.statusItem(/Sallyport: :\d+/).waitFor();
    expect(readFileSync(file, 'utf8')).toBe('{ broken,, }');
    await editor.person.runCommand('Sallyport: Stop MCP Server');
    await editor.person.statusItem('Sallyport: off').waitFor();
    expect(readFileSync(file, 'utf8')).toBe('{ broken,, }');
    writeFileSync(file, good);
    await editor.person.runCommand('Sallyport: Start MCP Server');
    await eventually('the entry is back', () => readEntry(editor.home));
  });
});

describe('a second window', () => {
  it(
    verifies(
      'finds the port taken and works on another, beside the first',
      'S2-verify-15-two-windows',
      'S2-fail-port-in-use',
      'S2-path-all-roots',
    ),
    async () => {
      const { secondWorkspace: second, thirdFolder } = inject('editor');
      const common = readEntry(editor.home);
      const window = await openEditorWorld('second');
      try {
        window.write('only-here.txt', 'second');
        const entry = readEntry(editor.home, second);
        expect(portOf(entry?.url)).not.toBe(portOf(common?.url));
        expect(readEntry(editor.home)).toEqual(common);
        await window.person.statusItem(`Sallyport: :${portOf(entry?.url)}`).waitFor();
        expect((await window.agent.call('list_files', { path: '.' })).text).toContain('only-here.txt');
        // It has two folders; what is below either is inside.
        const inThird = { path: join(thirdFolder, 'third.txt') };
        expect((await window.agent.call('read_file', inThird)).body).toBe('1 | in the second folder');
        const inFirst = await editor.newAgent('in the first window');
        expect((await inFirst.call('list_files', { path: '.' })).text).not.toContain('only-here.txt');
        expect((await inFirst.call('read_file', inThird)).structured).toMatchObject({
          error: 'File is outside workspace boundary',
        });
      } finally {
        rmSync(join(second, 'only-here.txt'));
        await window.close();
      }
    },
  );
});
