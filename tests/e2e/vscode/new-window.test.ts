// A window that opens late: off where it shall not start by itself, with the same token when activated again, and without a folder.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { entryOfWindow, openEditorAgent, readEntry, readWindowRecords } from './editor-agent.ts';
import { showWindow } from './editor-server.ts';
import { Person } from './person.ts';
import { activatedIn } from './probes.ts';
import { changeSettings } from './settings.ts';

describe('a window that was not there before', () => {
  it(verifies(
    'stays off where it shall not start by itself; activated again it has the same token, and without a folder says so',
    'S2-setting-auto-start',
    'S2-token-first-activation',
    'S2-fail-no-workspace',
  ), async () => {
    const { url, folder, home } = inject('editor');
    const readConfig = (): unknown => JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8'));
    const workspace = join(folder, 'fourth');
    mkdirSync(workspace);
    const recordOf = (place?: string) => readWindowRecords(home).find(({ folders }) => folders[0] === place);
    await changeSettings({ 'sallyport.autoStart': false });
    const { page, chromium } = await showWindow(url, workspace, join(folder, 'chromium-twice'));
    try {
      await eventually('it is activated', async () => (await activatedIn(home, workspace)).length > 0, 60_000);
      expect(recordOf(workspace)).toBeUndefined();
      const person = new Person(page);
      await person.statusItem('Sallyport: off').waitFor();
      await person.runCommand('Sallyport: Start MCP Server');
      const { headers } = await eventually('its entry', () => entryOfWindow(home, workspace));
      await person.runCommand('Sallyport: Stop MCP Server');
      await eventually('no entry', () => readEntry(home, workspace) === undefined);
      const config = readConfig();
      // The same browser, and so the same secrets, without a folder.
      await page.goto(`${url}/?ew=true`);
      await person.statusItem('Sallyport: off').waitFor({ timeout: 60_000 });
      await person.runCommand('Sallyport: Start MCP Server');
      const { socket, token } = await eventually('its record', () => recordOf());
      const asked = await fetch(socket, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      expect(asked.status).not.toBe(401);
      const agent = await openEditorAgent({ url: socket, headers: { authorization: `Bearer ${token}` } });
      for (const [tool, args] of [
        ['read_file', { path: 'notes.txt' }],
        ['write_file', { path: 'notes.txt', content: 'x' }],
      ] as const) {
        expect(await agent.call(tool, args)).toMatchObject({
          isError: true,
          structured: { error: 'No workspace folder open' },
        });
      }
      await agent.close();
      // It takes no entry from others.
      expect(readConfig()).toEqual(config);
    } finally {
      // A window whose page is gone without a word is kept for its return, with the settings of before.
      await page.goto('about:blank');
      await chromium.close();
    }
  }, 120_000);
});
