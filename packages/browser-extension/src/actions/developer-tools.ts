// What the developer tools show of agents' tabs: console, with its source maps, requests and responses.
import type { Clock } from '@sallyport/protocol';
import type { Place, RequestFacts, ResponseBody } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { redactedBody } from '../base/redact.ts';
import type { ResponseBodies } from '../drivers/response-bodies.ts';
import type { SecretSites } from '../guard/secrets/secret-sites.ts';
import type { SecretTabs } from '../guard/secrets/secret-tabs.ts';
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
  readonly responses: ResponseBodies;
}

/** One call of an agent. */
export interface DeveloperCall {
  readonly pages: PageCaller;
  /** Whether the agent may read this site. */
  readonly mayRead: (site: string) => boolean;
  readonly secretSites: Pick<SecretSites, 'isMarked'>;
  readonly secretsIn: Pick<SecretTabs, 'requireUntouched' | 'watch'>;
  readonly agentSession: string;
  readonly signal: AbortSignal;
}

/** What is read of a body; what is shown of it is far less, so a token that is cut here is not shown. */
const READ_CHARS = 256 * 1024;

export interface DeveloperTools {
  /** Forgets what belongs to documents that are gone. */
  follow(): void;
  /** From the start of a document, whose hooks have this name. Never rejects. */
  recordConsole(place: Place, name: string): Promise<void>;
  of(call: DeveloperCall): {
    networkIdleMs(tabId: number): number;
    consoleMessages(tabId: number): Promise<RecordedConsole>;
    mappedStacks(tabId: number, stacks: readonly string[]): Promise<readonly string[]>;
    requests(tabId: number): readonly RequestFacts[];
    keepResponses(tabId: number): Promise<void>;
    response(tabId: number, request: RequestFacts, maxChars: number): Promise<ResponseBody>;
  };
}

export function openDeveloperTools(options: DeveloperToolsOptions): DeveloperTools {
  const { api, clock, world, traffic, responses } = options;
  const log = new ConsoleLog(world);
  const maps = new SourceMaps({ fetch: (...args) => fetch(...args), clock });
  return {
    follow() {
      log.follow(api);
      maps.follow(api);
    },
    recordConsole: (place, name) => log.begin(place, name),
    of: ({ pages, mayRead, secretSites, secretsIn, agentSession, signal }) => ({
      networkIdleMs: traffic.idleMs,
      consoleMessages: (tabId) => readConsole({ log, pages, secretsIn }, tabId),
      mappedStacks: async (tabId, stacks) => {
        const { url = '' } = await api.tabs.get(tabId);
        return maps.mapped({ tabId, url, mayRead, signal }, stacks);
      },
      requests: (tabId) => traffic.requests(tabId, { mayRead, isMarked: (site) => secretSites.isMarked(site) }),
      keepResponses: (tabId) => responses.keep({ tabId, agentSession, signal }),
      response: async (tabId, request, maxChars) => {
        if (request.isClosed === true) return { missing: 'closed' };
        if (request.durationMs === undefined) return { missing: 'open' };
        const found = await responses.read({ tabId, agentSession, signal }, request, traffic.logged(tabId));
        return 'missing' in found ? found : shortened(found.text, maxChars);
      },
    }),
  };
}

/** Redacted before it is cut, so that a cut name hides no value. */
function shortened(whole: string, maxChars: number): ResponseBody {
  const redacted = redactedBody(whole.slice(0, READ_CHARS));
  const omittedChars = Math.max(redacted.length - maxChars, 0) + Math.max(whole.length - READ_CHARS, 0);
  return { text: redacted.slice(0, maxChars), omittedChars };
}
