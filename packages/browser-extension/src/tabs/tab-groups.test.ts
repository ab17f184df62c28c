import { describe, expect, it } from 'vitest';
import type { BrowserApi } from '../base/platform.ts';
import { colourOf, tabGroups } from './tab-groups.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session', remembered: true };

function fakeApi(groups: Readonly<Record<number, number>>, windows: Readonly<Record<number, number>> = {}) {
  const said: unknown[] = [];
  const api = {
    tabs: {
      get: async (tabId: number) => ({ groupId: groups[tabId] ?? -1, windowId: windows[tabId] ?? 1 }),
      group: async (options: object) => {
        said.push(options);
        return 77;
      },
      ungroup: () => Promise.reject(new Error('no such tab')),
    },
    tabGroups: { update: async (groupId: number, looks: object) => said.push([groupId, looks]) },
  };
  // Groups use these functions of the browser's API and nothing else.
  return { said, api: api as unknown as BrowserApi };
}

describe('tab groups', () => {
  it('are made for the first tab of a session, with the name of its agent', async () => {
    const { said, api } = fakeApi({});
    await tabGroups(api, () => expect.unreachable()).add(1, agent, [1]);
    expect(said).toEqual([
      { tabIds: 1, createProperties: { windowId: 1 } },
      [77, { title: 'Codex', color: colourOf('agent_1') }],
    ]);
  });

  it('take up its further tabs', async () => {
    const { said, api } = fakeApi({ 1: 5 });
    await tabGroups(api, () => expect.unreachable()).add(2, agent, [1, 2]);
    expect(said).toEqual([{ tabIds: 2, groupId: 5 }]);
  });

  it('are made anew in another window, where the tab would be taken away otherwise', async () => {
    const { said, api } = fakeApi({ 1: 5 }, { 2: 9 });
    await tabGroups(api, () => expect.unreachable()).add(2, agent, [1, 2]);
    expect(said[0]).toEqual({ tabIds: 2, createProperties: { windowId: 9 } });
  });

  it('fail nobody’s call', async () => {
    const faults: unknown[] = [];
    await tabGroups(fakeApi({}).api, (fault) => faults.push(fault)).remove(1);
    expect(faults).toHaveLength(1);
  });
});
