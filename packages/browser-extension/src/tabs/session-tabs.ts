// What becomes of the tabs of a session that ends, is stopped by the user, or whose agent comes back.
import type { AgentLabel, Clock } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';
import type { Store } from '../base/store.ts';
import type { Traffic } from '../watch/traffic.ts';
import { AgentSessions } from './agent-sessions.ts';
import { giveBack } from './agent-tabs.ts';
import type { Owners } from './owners.ts';
import type { TabGroups } from './tab-groups.ts';

export interface SessionTabsOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly store: Store;
  readonly owners: Owners;
  readonly traffic: Traffic;
  readonly groups: TabGroups;
  /** With its debugger. */
  readonly endEmulation: (tabId: number) => Promise<void>;
  /** The user has stopped the session's agent, or the session is over. */
  readonly onEnded: (session: string) => void;
  readonly onVanished: (session: string) => void;
  readonly report: (fault: unknown) => void;
}

export interface SessionTabs {
  readonly sessions: AgentSessions;
  /** Before the first call of a session runs. */
  readonly onNewSession: (agent: AgentLabel) => void;
  /** The user has stopped the agent: its tabs are kept for a while, without a debugger. */
  stop(session: string): void;
}

export function openSessionTabs(options: SessionTabsOptions): SessionTabs {
  const { api, clock, store, owners, traffic, groups, report } = options;
  const inBackground = (work: Promise<unknown>) => void work.catch(report);
  const endEmulation = (tabId: number) => inBackground(options.endEmulation(tabId));
  const sessions = new AgentSessions({
    clock,
    store,
    onVanished(session) {
      options.onEnded(session);
      options.onVanished(session);
      const lent = owners.lentTo(session);
      for (const tabId of owners.tabsOf(session)) {
        // The user may have closed it meanwhile.
        if (!lent.includes(tabId)) inBackground(api.tabs.remove(tabId).catch(() => {}));
      }
      for (const tabId of lent) {
        endEmulation(tabId);
        inBackground(giveBack({ owners, traffic, groups }, tabId));
      }
    },
  });
  return {
    sessions,
    onNewSession(agent) {
      for (const tabId of takeBack({ owners, sessions }, agent)) endEmulation(tabId);
    },
    stop(session) {
      sessions.ended(session);
      options.onEnded(session);
      for (const tabId of owners.tabsOf(session)) endEmulation(tabId);
    },
  };
}

/**
 * A new session of an agent with a key goes on with the tabs of its last one. Only of one that has said goodbye: one whose
 * connection broke comes back itself. Site access is not handed over, so the user is asked again where they allowed a site for
 * the last session alone.
 */
export function takeBack(
  { owners, sessions }: { readonly owners: Owners; readonly sessions: AgentSessions },
  agent: AgentLabel,
): number[] {
  // Without a key nobody can tell that it is the same agent.
  if (!agent.remembered) return [];
  return sessions.left().flatMap((left) => {
    const returned = owners.handOver(left, agent);
    if (returned.length > 0) sessions.vanish(left);
    return returned;
  });
}
