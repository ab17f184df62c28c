// What happens when a process of the browser dies under a tool: a page's, and the extension's own in the middle of a call.
import { describe, expect, it } from 'vitest';
import { openScene, type Scene } from '../../e2e/browser/scene.ts';
import { slowPageSuite } from '../../e2e/browser/slow-pages.suite.ts';
import { eventually } from '../../support/eventually.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { type Descendant, descendantsOf } from '../../support/process-children.ts';
import { openLineClient } from '../../support/socket-client.ts';

/** A worker that nobody wakes comes back with its alarm, half a minute later at most. */
const BACK_MS = 90_000;

const isPage = ({ name, commandLine }: Descendant) =>
  (commandLine.includes('--type=renderer') && !commandLine.includes('--extension-process')) ||
  /^(Isolated Web|Web Content)/.test(name);

const isExtension = ({ name, commandLine }: Descendant) =>
  commandLine.includes('--extension-process') || name === 'WebExtensions';

function kill(scene: Scene, which: (child: Descendant) => boolean): number {
  // The browser itself need not have the lowest number of them: numbers begin again.
  const children = processesNaming(scene.stage.folder).flatMap(({ pid }) => descendantsOf(pid));
  const victims = new Set(children.filter(which).map(({ pid }) => pid));
  for (const pid of victims) process.kill(pid, 'SIGKILL');
  return victims.size;
}

describe.each(['chromium', 'firefox'] as const)('in %s', (hands) => {
  const scene = openScene(hands);

  slowPageSuite(scene);

  it('a page that crashed is said to be gone, and its tab goes on with the next one', async () => {
    await scene.at('/article');
    expect(kill(scene, isPage)).toBeGreaterThan(0);
    await expect(scene.agent.call('snapshot', { timeout: 15_000 })).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED' });
    expect(await scene.agent.goTo(`${scene.site.origin}/article`)).toContain('On doors');
  });

  it('an extension that is killed in a call ends it at once, comes back, and still knows whose tabs are whose', async () => {
    const agentId = `agent_${'c'.repeat(32)}_1`;
    const { host } = scene.stage;
    const before = await openLineClient(host);
    const ask = { agentId, authToken: host.token };
    const opened = await before.request({ ...ask, command: 'navigate', url: `${scene.site.origin}/article` });
    expect(opened).toMatchObject({ success: true, title: 'Article' });
    const waiting = before.request({ ...ask, command: 'waitFor', text: 'Never so', timeout: 60_000 }).catch(String);
    expect(kill(scene, isExtension)).toBe(1);
    expect(JSON.stringify(await waiting)).toMatch(/closed the connection|ERR_SERVER_UNAVAILABLE/);

    const back = await eventually(
      'another host',
      async () => {
        const now = await scene.stage.currentHost().catch(() => undefined);
        return now !== undefined && now.pid !== host.pid && now;
      },
      BACK_MS,
    );
    const after = await openLineClient(back);
    const other = { agentId: `agent_${'d'.repeat(32)}_2`, authToken: back.token };
    expect(await after.request({ ...other, command: 'getContent', tabId: opened.tabId })).toMatchObject({
      error: `OWNERSHIP: Cannot read tab ${opened.tabId} (owned by agent_cccc...)`,
    });
    expect(await after.request({ ...other, command: 'navigate', url: `${scene.site.origin}/article` })).toMatchObject({
      success: true,
    });
    for (const client of [before, after]) client.close();
  });
});
