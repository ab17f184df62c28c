// What the developer tools show of agents' tabs: console, with its source maps, and requests.
import type { Clock } from '@sallyport/protocol';
import type { RequestFacts } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { ConsoleLog, type RecordedConsole } from '../in-page/console-log.ts';
import type { PageWorld } from '../in-page/page-world.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { readConsole } from '../pages/read-console.ts';
import { SourceMaps } from '../pages/source-maps.ts';
import type { Traffic } from '../watch/traffic.ts';

export interface DeveloperToolsOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly world: PageWorld;
  readonly traffic: Traffic;
}

/** One call of an agent. */
export interface DeveloperCall {
  readonly pages: PageCaller;
  /** Whether the agent may read this site. */
  readonly mayRead: (site: string) => boolean;
  readonly signal: AbortSignal;
}

export interface DeveloperTools {
  /** Records the tabs that `isMeant`. */
  follow(isMeant: (tabId: number) => boolean): void;
  of(call: DeveloperCall): {
    networkIdleMs(tabId: number): number;
    consoleMessages(tabId: number): Promise<Pick<RecordedConsole, 'messages' | 'dropped'>>;
    mappedStacks(tabId: number, stacks: readonly string[]): Promise<readonly string[]>;
    requests(tabId: number): readonly RequestFacts[];
  };
}

export function openDeveloperTools({ api, clock, world, traffic }: DeveloperToolsOptions): DeveloperTools {
  const log = new ConsoleLog(world);
  const maps = new SourceMaps({ fetch: (...args) => fetch(...args), clock });
  return {
    follow(isMeant) {
      log.follow(api, isMeant);
      maps.follow(api);
    },
    of: ({ pages, mayRead, signal }) => ({
      networkIdleMs: traffic.idleMs,
      consoleMessages: (tabId) => readConsole(log, pages, tabId),
      mappedStacks: async (tabId, stacks) => {
        const { url = '' } = await api.tabs.get(tabId);
        return maps.mapped({ tabId, url, mayRead, signal }, stacks);
      },
      requests: (tabId) => traffic.requests(tabId, mayRead),
    }),
  };
}
