// The built extension in real browsers, driven through the real native host by programs at its socket.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRecords, readToken, tokenPath } from '@sallyport/native-host/run-directory';
import { limits } from '@sallyport/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildUnpacked } from '../../../scripts/build-extension.ts';
import { eventually } from '../../support/eventually.ts';
import { openFramedClient, openLineClient, type SocketClient } from '../../support/socket-client.ts';
import { verifies } from '../../support/verifies.ts';
import { callTool, refOf } from '../browser/stage.ts';
import { ProbeStage, type StartedHost } from '../host/probe-stage.ts';
import { formSnapshot, openSite, type Site } from './extension-site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const RECONNECT_MS = 15_000;

describe.each(['chromium', 'firefox'] as const)('the extension in %s', (engine) => {
  let site: Site;
  let stage: ProbeStage;
  let host: StartedHost;
  const clients: SocketClient[] = [];

  beforeAll(async () => {
    site = await openSite();
    stage = await ProbeStage.open(engine, (target, folder) => buildUnpacked(target, root, folder));
    await stage.install();
    host = await stage.startedHost(await stage.openBrowser());
  });

  afterAll(async () => {
    await stage?.close();
    site.close();
  });

  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });

  /** Each is an agent of its own. */
  async function openClient(open = openFramedClient): Promise<SocketClient> {
    const client = await open(host);
    clients.push(client);
    return client;
  }

  it('has a page script in which every letter takes one byte', () => {
    const script = readFileSync(join(stage.options.extensionFolder, 'page.js'), 'latin1');
    expect(script.replaceAll(/[\0-\x7f]/g, '')).toBe('');
  });

  it('opens, lists, goes on, reads, clicks, takes a picture and closes', async () => {
    const client = await openClient();
    const { facts } = await callTool(client, 'tabs', { action: 'open', url: `${site.origin}/second` });
    const tabId = facts.opened;
    expect(facts.tabs).toEqual([{ tabId, url: `${site.origin}/second`, title: 'Second' }]);

    const went = await callTool(client, 'navigate', { url: site.origin });
    expect(went.facts).toEqual({ tabId, url: `${site.origin}/`, title: 'Sign in', settled: true });

    const { text, facts: read } = await callTool(client, 'snapshot');
    const refs = [...text.matchAll(/ (e\d+)\b/g)].map(([, ref]) => ref);
    expect([String(read.snapshot).replaceAll(/ e\d+\b/g, ''), read.omitted]).toEqual([formSnapshot, 0]);
    expect([refs.length, new Set(refs).size]).toEqual([12, 12]);

    const clicked = await callTool(client, 'click', { ref: refOf(text, 'Count 0') });
    expect(clicked.facts).toMatchObject({
      target: 'button "Count 0"',
      targetNow: 'button "Count 1" focused',
      navigated: false,
      trusted: engine === 'chromium',
      pageVisible: true,
    });
    const after = await callTool(client, 'snapshot');
    expect(after.text).toMatch(/button "Count 1" e\d+ focused/);
    expect(refs).not.toContain(refOf(after.text, 'Count 1'));

    await callTool(client, 'click', { ref: refOf(after.text, 'In the shadow') });
    const led = await callTool(client, 'click', { ref: refOf(after.text, 'Second') });
    expect(led.facts).toMatchObject({ navigated: true, url: `${site.origin}/second`, title: 'Second' });
    const back = await callTool(client, 'navigate', { url: 'back' });
    expect(back.facts).toMatchObject({ url: `${site.origin}/` });

    const { image } = await callTool(client, 'screenshot');
    expect(image.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

    const closed = await callTool(client, 'tabs', { action: 'close', tabId });
    expect(closed.facts).toMatchObject({ closed: tabId, tabs: [], others: expect.any(Number) });
  });

  it('reads a long page within the budget, and the rest by the refs it names', async () => {
    const client = await openClient();
    await callTool(client, 'navigate', { url: `${site.origin}/rows` });
    const { text, facts } = await callTool(client, 'snapshot');
    expect(text.length).toBeLessThan(limits.page.snapshotTokens * 3);
    expect(facts.omitted).toBeGreaterThan(1000);
    const ref = /^ … \d+ more like these: (e\d+\+\d+)$/m.exec(text)?.[1];
    const whole = await callTool(client, 'snapshot', { ref, maxTokens: limits.page.snapshotMaxTokens });
    expect([whole.facts.omitted, whole.text.includes('button "Go 999"')]).toEqual([0, true]);
  });

  it(
    verifies(
      'takes pictures of JPEG quality 60 at half size by default',
      'S1-screenshot-quality',
      'S1-screenshot-scale',
    ),
    async () => {
      const client = await openClient();
      const { facts } = await callTool(client, 'navigate', { url: `${site.origin}/measure` });
      const [width = 0, height = 0] = String(facts.title).split('x').map(Number);
      const shot = await callTool(client, 'screenshot');
      expect(shot.facts).toMatchObject({ mimeType: 'image/jpeg' });
      expect(Math.abs(Number(shot.facts.width) - width / 2)).toBeLessThanOrEqual(1);
      expect(Math.abs(Number(shot.facts.height) - height / 2)).toBeLessThanOrEqual(1);
      const same = await callTool(client, 'screenshot', { quality: 60, scale: 0.5 });
      expect(same.image.equals(shot.image)).toBe(true);
      const better = await callTool(client, 'screenshot', { quality: 90 });
      expect(better.image.length).toBeGreaterThan(shot.image.length);
    },
  );

  it(verifies('makes a picture smaller until it fits', 'S1-screenshot-fits'), async () => {
    const client = await openClient();
    await callTool(client, 'navigate', { url: `${site.origin}/noise` });
    const { image, facts } = await callTool(client, 'screenshot', { quality: 100, scale: 1 });
    expect(image.toString('base64').length).toBeLessThanOrEqual(limits.screenshot.maxChars);
    expect(facts.width).toBeGreaterThan(300);
  });

  it('keeps two agents apart, by id and by omission', async () => {
    const [anna, bert] = [await openClient(), await openClient()];
    const { facts } = await callTool(anna, 'tabs', { action: 'open', url: site.origin });
    const tabId = facts.opened;
    const attempts = [
      ['navigate', { url: site.origin }, 'navigate'],
      ['snapshot', {}, 'read'],
      ['click', { ref: 'e1' }, 'click'],
      ['screenshot', {}, 'capture'],
      ['tabs', { action: 'close' }, 'close'],
    ] as const;
    for (const [tool, args, verb] of attempts) {
      await expect(callTool(bert, tool, { ...args, tabId })).rejects.toMatchObject({
        code: 'ERR_TAB_OWNED',
        message: expect.stringMatching(
          `^OWNERSHIP: Cannot ${verb} tab ${tabId} \\(owned by agent_[0-9a-f]{4}\\.\\.\\.\\)$`,
        ),
      });
      if (tool === 'navigate') continue;
      await expect(callTool(bert, tool, args)).rejects.toMatchObject({
        code: 'ERR_INPUT_INVALID',
        message: `NO_TABS: You have no tab to ${verb}.`,
      });
    }
    expect((await callTool(bert, 'tabs', { action: 'list' })).facts.tabs).toEqual([]);
    expect((await callTool(anna, 'snapshot')).facts).toMatchObject({ tabId, title: 'Sign in' });
  });

  it('opens a link’s new tab behind, for the same agent', async () => {
    const client = await openClient();
    const { facts } = await callTool(client, 'navigate', { url: site.origin });
    const { text } = await callTool(client, 'snapshot');
    const { facts: clicked } = await callTool(client, 'click', { ref: refOf(text, 'Beside') });
    const [opened] = [clicked.openedTabs].flat();
    expect(opened).toEqual(expect.any(Number));
    expect((await callTool(client, 'snapshot')).facts.tabId).toBe(facts.tabId);
    const beside = await callTool(client, 'snapshot', { tabId: opened });
    expect(beside.facts).toMatchObject({ tabId: opened, title: 'Second' });
    const hidden = await callTool(client, 'click', { tabId: opened, ref: refOf(beside.text, 'First') });
    expect(hidden.facts).toMatchObject({ navigated: true });
  });

  it('says what is wrong with a target', async () => {
    const client = await openClient();
    await callTool(client, 'navigate', { url: site.origin });
    const { text } = await callTool(client, 'snapshot');
    await expect(callTool(client, 'click', { ref: refOf(text, 'Never') })).rejects.toThrow('is disabled');
    await callTool(client, 'click', { ref: refOf(text, 'Cover all') });
    await expect(callTool(client, 'click', { ref: refOf(text, 'Delete') })).rejects.toThrow(
      /is covered by another element\.\n<untrusted \d{3,9}>\n.*\ncovered by <div#cover> "A dialog" e\d+\n/,
    );
    await expect(callTool(client, 'click', { ref: 'e9999' })).rejects.toThrow('e9999 is not on this page.');
    await callTool(client, 'navigate', { url: 'reload' });
    await expect(callTool(client, 'click', { ref: refOf(text, 'Delete') })).rejects.toThrow(
      'is from before this page was loaded',
    );
    await expect(callTool(client, 'snapshot', { tabId: 999_999 })).rejects.toThrow(
      'TAB_CLOSED: There is no tab 999999.',
    );
  });

  it('opens no page but those of the web, and says when one does not load', async () => {
    const client = await openClient();
    for (const url of [
      'chrome://version',
      'about:config',
      'file:///etc/hosts',
      'view-source:http://x/',
      'javascript:1',
    ]) {
      await expect(callTool(client, 'navigate', { url })).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    }
    await expect(callTool(client, 'navigate', { url: 'http://127.0.0.1:47999/' })).rejects.toThrow('PAGE_LOAD_FAILED');
    expect((await callTool(client, 'navigate', { url: site.origin })).facts).toMatchObject({ title: 'Sign in' });
  });

  it(verifies('serves execute_tool of a framed client', 'S0-execute-tool-navigate'), async () => {
    const client = await openClient();
    const params = { tool: 'navigate', args: { url: `${site.origin}/second` } };
    const { result } = await client.request({ method: 'execute_tool', params });
    const text = expect.stringContaining(`Page "Second" ${site.origin}/second`);
    expect(result).toMatchObject({ content: [{ type: 'text', text }] });
    expect((await callTool(client, 'snapshot')).text).toContain('heading 1 "Second page"');
  });

  it(
    verifies(
      'serves commands of line clients, each agent on its own tabs',
      'S1-request-navigate',
      'S1-response-navigate',
      'S1-request-tab-id',
      'S1-request-tab-id-missing',
      'S1-agent-id-ownership',
      'S1-ownership-refused',
      'S1-ownership-short-id',
    ),
    async () => {
      const agentIds = [`agent_e7f8${'a'.repeat(28)}_1`, `agent_b0b0${'b'.repeat(28)}_2`];
      const url = `${site.origin}/second`;
      const [anna, bert] = await Promise.all(
        agentIds.map(async (agentId) => {
          const client = await openClient(openLineClient);
          return (command: string, rest: object = {}) =>
            client.request({ command, agentId, authToken: host.token, timeout: 30_000, ...rest });
        }),
      );
      const first = await anna?.('navigate', { url: site.origin });
      const other = await anna?.('navigate', { tabId: first?.tabId, url });
      expect(other).toMatchObject({ success: true, tabId: first?.tabId, title: 'Second', url });
      expect(await anna?.('navigate', { url: site.origin })).toMatchObject({ tabId: first?.tabId, title: 'Sign in' });
      expect(await bert?.('navigate', { tabId: first?.tabId, url })).toMatchObject({
        success: false,
        error: `OWNERSHIP: Cannot navigate tab ${first?.tabId} (owned by agent_e7f8...)`,
        code: 'ERR_TAB_OWNED',
      });
      expect(await anna?.('click', { selector: 'form button' })).toMatchObject({
        success: true,
        target: 'button "Count 0"',
      });
      expect(await bert?.('click', { tabId: first?.tabId, selector: 'button' })).toMatchObject({
        success: false,
        error: `OWNERSHIP: Cannot click tab ${first?.tabId} (owned by agent_e7f8...)`,
      });
      expect(await anna?.('setViewport', { width: 1 })).toMatchObject({
        success: false,
        error: expect.stringMatching(/^NOT_OFFERED: /),
      });
      const own = await bert?.('navigate', { url });
      expect(own).toMatchObject({ success: true, title: 'Second' });
      expect(own?.tabId).not.toBe(first?.tabId);
      expect(await anna?.('getTabs')).toMatchObject({ tabs: [{ tabId: first?.tabId, title: 'Sign in' }] });
    },
  );

  it(
    verifies(
      'reaches for a new host when its own is killed, and holds one at a time',
      'S3-one-connection',
      'S3-host-exit-seen',
    ),
    async () => {
      const folder = `${stage.folder}/sallyport/run/hosts`;
      const killed = host.pid;
      process.kill(killed, 'SIGKILL');
      const record = await eventually(
        'a new host',
        () => listRecords(folder).find(({ pid, browser }) => pid !== killed && browser !== undefined),
        RECONNECT_MS,
      );
      const token = readToken(tokenPath(folder, record.id));
      host = { ...host, socket: record.socket, pid: record.pid, token: token ?? '' };
      const client = await openClient();
      expect((await callTool(client, 'navigate', { url: site.origin })).facts).toMatchObject({ title: 'Sign in' });
      expect(listRecords(folder).filter(({ pid }) => pid !== killed)).toHaveLength(1);
    },
  );
});
