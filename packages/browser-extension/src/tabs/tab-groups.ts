// Groups the tabs of each session, with the agent's name and a colour, so the user sees whose they are.
import type { AgentLabel } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';

const colours = ['blue', 'purple', 'cyan', 'orange', 'green', 'pink', 'yellow', 'red'] as const;
const NAME_CHARS = 40;

export interface TabGroups {
  /** Adds a tab to the group of its session. Never rejects: a missing group must not fail a call. */
  add(tabId: number, agent: AgentLabel, siblings: readonly number[]): Promise<void>;
  remove(tabId: number): Promise<void>;
}

export function tabGroups(api: BrowserApi, report: (fault: unknown) => void): TabGroups {
  /** Only in the same window: a group of another one would take the tab over there. */
  async function groupOf(siblings: readonly number[], windowId: number): Promise<number | undefined> {
    const tabs = await Promise.all(siblings.map((tabId) => api.tabs.get(tabId).catch(() => undefined)));
    // -1 means no group.
    return tabs.find((tab) => tab?.windowId === windowId && tab.groupId >= 0)?.groupId;
  }

  async function add(tabId: number, agent: AgentLabel, siblings: readonly number[]): Promise<void> {
    const { windowId } = await api.tabs.get(tabId);
    const known = await groupOf(
      siblings.filter((other) => other !== tabId),
      windowId,
    );
    // By default a new group is in the current window, and would take the tab there.
    const group = known === undefined ? { createProperties: { windowId } } : { groupId: known };
    const groupId = await api.tabs.group({ tabIds: tabId, ...group });
    if (known !== undefined) return;
    await api.tabGroups.update(groupId, { title: agent.name.slice(0, NAME_CHARS), color: colourOf(agent.id) });
  }

  return {
    add: (tabId, agent, siblings) => add(tabId, agent, siblings).catch(report),
    remove: (tabId) => api.tabs.ungroup(tabId).catch(report),
  };
}

/** An agent always has the same colour. */
export function colourOf(agentId: string): (typeof colours)[number] {
  const sum = [...agentId].reduce((total, char) => (total * 31 + (char.codePointAt(0) ?? 0)) % 65_521, 7);
  return colours[sum % colours.length] ?? 'blue';
}
