import { describe, expect, it } from 'vitest';
import { annotatedScreenshotTool, zoomTool } from '../tools/annotated-screenshot.ts';
import type { ToolContext } from '../tools/context.ts';
import { mouseClickXyTool } from '../tools/mouse-xy.ts';
import { screenshotTool } from '../tools/screenshot.ts';
import { agentTabs } from './agent-tabs.ts';
import type { TabScope } from './tab-scope.ts';

/** What a tool has done to the tab when it has reached it. */
async function reachedBy(run: (context: ToolContext) => Promise<unknown>): Promise<string[]> {
  const done: string[] = [];
  const reached = () => Promise.reject(new Error('reached'));
  const scope = {
    api: { tabs: { get: async (id: number) => ({ id, url: 'https://shop.example/', title: 'Shop' }) } },
    owners: { lastOf: () => 1, use: () => {} },
    traffic: { watch: () => {} },
    dialogs: { openIn: () => undefined },
    access: { require: async (_site: string, effect: string) => done.push(effect), allows: () => true },
    secretSites: { shows: () => false },
    agent: { session: 'first' },
    window: { show: async () => done.push('shown') },
  };
  // No more of them is used.
  const tabs = agentTabs(scope as unknown as TabScope);
  const context = { tabs, picture: reached, annotated: reached, pointedAt: reached };
  await expect(run(context as unknown as ToolContext)).rejects.toThrow('reached');
  return done;
}

describe('a tab in the window of agents', () => {
  it('is shown for a picture by whose pixels an agent clicks, as for the click', async () => {
    const zoom = { shot: 's1', x: 0, y: 0, width: 9, height: 9 };
    expect(await reachedBy((context) => annotatedScreenshotTool.call({ list: false }, context))).toEqual([
      'read',
      'shown',
    ]);
    expect(await reachedBy((context) => zoomTool.call(zoom, context))).toEqual(['read', 'shown']);
    const click = { shot: 's1', x: 1, y: 1 };
    expect(await reachedBy((context) => mouseClickXyTool.call(click, context))).toEqual(['shown']);
  });

  it('stays where it is for a plain picture', async () => {
    expect(await reachedBy((context) => screenshotTool.call({}, context))).toEqual(['read']);
  });
});
