// How many tabs all agents may open, and which is closed for one more: the session's own oldest, else one of an ended session.
import { limits, SallyportError } from '@sallyport/protocol';
import type { AgentSessions } from './agent-sessions.ts';
import type { Owners } from './owners.ts';

export interface PoolOptions {
  readonly owners: Pick<Owners, 'all'>;
  readonly sessions: Pick<AgentSessions, 'isLeaving'>;
}

export interface Pool {
  /** The tab to close before the session opens another; undefined while there is room. Throws ERR_RATE_LIMITED. */
  toEvict(session: string): number | undefined;
}

export function createPool({ owners, sessions }: PoolOptions): Pool {
  return {
    toEvict(session) {
      const tabs = owners.all.filter(({ isLent }) => isLent !== true);
      if (tabs.length < limits.extension.maxTabs) return undefined;
      const oldest = tabs.find((tab) => tab.session === session) ?? tabs.find((tab) => sessions.isLeaving(tab.session));
      if (oldest !== undefined) return oldest.tabId;
      throw poolFull(tabs.map((tab) => tab.session));
    },
  };
}

function poolFull(holders: readonly string[]): SallyportError {
  const counts = [...new Set(holders)].map((session) => holders.filter((holder) => holder === session).length);
  const { maxTabs } = limits.extension;
  return new SallyportError('ERR_RATE_LIMITED', `Other agents use all ${maxTabs} agent tabs.`, {
    reason: 'POOL_FULL',
    hint: `Tabs per agent: ${counts.sort((a, b) => b - a).join(', ')}. Wait until one of them closes a tab.`,
    data: { tabs: counts },
  });
}
