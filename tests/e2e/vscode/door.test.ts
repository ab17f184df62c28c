// The editor's own door in a real VS Code, as raw HTTP meets it, and the entry by which Claude Code finds it.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFailed } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { entryOfWindow, readEntry } from './editor-agent.ts';
import { useEditor } from './editor-world.ts';
import { changeSettings } from './settings.ts';

const editor = useEditor();

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

async function ask(message: object, { path = '/mcp', method = 'POST', ...headers }: Record<string, string> = {}) {
  const entry = await eventually('the entry for agents', () => entryOfWindow(editor.home, editor.workspace));
  const response = await fetch(new URL(path, entry.url), {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...entry.headers,
      ...headers,
    },
    ...(method === 'POST' ? { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) } : {}),
  });
  return { status: response.status, session: response.headers.get('mcp-session-id'), body: await response.text() };
}

const tools = { method: 'tools/list' };

describe('the door', () => {
  it(
    verifies('speaks Streamable HTTP at /mcp and nowhere else', 'S2-streamable-http', 'S2-only-mcp-path'),
    async () => {
      expect(await ask(initialize)).toMatchObject({ status: 200, session: expect.any(String) });
      for (const path of ['/', '/mcp/', '/mcp/editor', '/sse', '/.well-known/oauth-protected-resource']) {
        expect([path, (await ask(initialize, { path })).status]).toEqual([path, 404]);
      }
      const modern = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const listed = await ask(
        { method: 'tools/list', params: { _meta: modern } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
      );
      expect(listed).toMatchObject({ status: 200, session: null, body: expect.stringContaining('apply_diff') });
    },
  );

  it(
    verifies(
      'gives every client a session of its own, known by its header, gone when it ends, and none to who begins none',
      'S2-session-new',
      'S2-session-pair',
      'S2-session-header',
      'S2-session-closed',
      'S2-session-unknown',
      'S2-session-none-kept',
    ),
    async () => {
      const [one, two] = [await ask(initialize), await ask(initialize)];
      expect(one.session).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(two.session).not.toBe(one.session);
      const inFirst = { 'mcp-session-id': one.session ?? '' };
      expect(await ask(tools, inFirst)).toMatchObject({ status: 200, body: expect.stringContaining('write_file') });
      expect((await ask({}, { ...inFirst, method: 'DELETE' })).status).toBe(200);
      const unknown = { status: 404, body: expect.stringContaining('"Session not found"') };
      expect(await ask(tools, inFirst)).toMatchObject(unknown);
      expect(await ask(tools, { 'mcp-session-id': randomUUID() })).toMatchObject(unknown);
      expect(await ask(tools)).toMatchObject({ status: 400, session: null });
      expect((await ask(tools, { 'mcp-session-id': two.session ?? '' })).status).toBe(200);
      const again = await ask(initialize, inFirst);
      expect(again).toMatchObject({ status: 200, session: expect.any(String) });
      expect(again.session).not.toBe(one.session);
    },
  );
});

describe('the entry for agents', () => {
  it(verifies('has every change told in the log that the status menu shows', 'S2-config-logged'), async () => {
    const { person, home } = editor;
    const file = join(home, '.claude.json');
    const tells = async (line: string) => {
      await eventually(`the log ends with: ${line}`, async () => (await person.logLines()).at(-1)?.endsWith(line));
    };
    const toggle = (verb: 'Start' | 'Stop') => person.runCommand(`Sallyport: ${verb} MCP Server`);
    await person.runCommand('Sallyport: Show Status');
    await person.choose('Show the log');
    await toggle('Stop');
    await tells('The MCP server is stopped.');
    expect((await person.logLines()).at(-2)).toContain(`Removed the entry from ${file}.`);
    const kept = readFileSync(file);
    onTestFailed(() => writeFileSync(file, kept));
    writeFileSync(file, '{ broken');
    await toggle('Start');
    await tells(`${file} is not valid JSON; it was left as it is.`);
    expect(readFileSync(file, 'utf8')).toBe('{ broken');
    writeFileSync(file, kept);
    await toggle('Stop');
    await tells('The MCP server is stopped.');
    await toggle('Start');
    await tells(`Added the entry sallyport-editor to ${file}.`);
    await person.takePicture('log');
    await person.runCommand('View: Hide Panel');
  });

  it(
    verifies(
      'is made where there is none, written whole, and not again when it is right',
      'S2-config-create',
      'S2-config-atomic',
      'S2-config-unchanged',
    ),
    async () => {
      const { person, home } = editor;
      const file = join(home, '.claude.json');
      const kept = JSON.parse(readFileSync(file, 'utf8'));
      const toggle = async (verb: 'Start' | 'Stop', shown: RegExp) => {
        await person.runCommand(`Sallyport: ${verb} MCP Server`);
        await person.statusItem(shown).waitFor();
      };
      await toggle('Stop', /Sallyport: off/);
      rmSync(file);
      await toggle('Start', /Sallyport: :\d+/);
      const entry = await eventually('the entry', () => readEntry(home));
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
        mcpServers: { 'sallyport-editor': { type: 'http', ...entry } },
      });
      expect(readdirSync(home).filter((name) => name.startsWith('.claude'))).toEqual(['.claude.json']);
      await toggle('Stop', /Sallyport: off/);
      // The other window's entry was in there too.
      writeFileSync(file, JSON.stringify({ ...kept, mcpServers: {} }));
      const before = statSync(file);
      await toggle('Start', /Sallyport: :\d+/);
      await eventually('the entry', () => readEntry(home));
      // A file that is replaced whole is another file.
      const after = statSync(file);
      expect(after.ino).not.toBe(before.ino);

      // Something of ours changes, but not what the entries say.
      await changeSettings({ 'sallyport.approvalMode': 'never' });
      await person.statusItem('never asks').waitFor();
      const { ino, mtimeMs } = statSync(file);
      expect({ ino, mtimeMs }).toEqual({ ino: after.ino, mtimeMs: after.mtimeMs });
    },
  );
});
