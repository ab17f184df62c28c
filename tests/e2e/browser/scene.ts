// A browser with one kind of hands and a site to work on, open for the length of a suite.
import { afterAll, afterEach, beforeAll } from 'vitest';
import { differences, type Hands } from './differences.ts';
import { type Agent, BrowserStage } from './stage.ts';
import { openToolSite, type ToolSite } from './tool-pages.ts';

export interface Scene {
  readonly hands: Hands;
  /** What these hands do in their own way. */
  readonly ways: (typeof differences)[Hands];
  /** Whether agents' pages run as shown: timers in time, frames drawn. */
  readonly isShown: boolean;
  readonly site: ToolSite;
  readonly stage: BrowserStage;
  /** The agent of this test, after `at`. */
  readonly agent: Agent;
  /** A new agent looks at a page of the site. */
  at(path: string): Promise<string>;
}

export interface SceneOptions {
  /** Further ones by their paths. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Whether the user's own tab tells the site what happens to it. */
  readonly isWatched?: boolean;
  /** False for agents' tabs behind the user's, which without the debugger are hidden. */
  readonly hasAgentWindow?: boolean;
}

/** To be called in the suite's `describe`. */
export function openScene(
  hands: Hands,
  { pages = {}, isWatched = false, hasAgentWindow = true }: SceneOptions = {},
): Scene {
  let site: ToolSite | undefined;
  let stage: BrowserStage | undefined;
  let agent: Agent | undefined;

  beforeAll(async () => {
    site = await openToolSite(pages);
    const engine = hands === 'firefox' ? 'firefox' : 'chromium';
    const settings = { quiet: hands === 'quiet', agentWindow: hasAgentWindow };
    stage = await BrowserStage.open(engine, settings, isWatched ? { ownPage: site.ownPage } : {});
  });

  afterAll(async () => {
    await stage?.close();
    site?.close();
  });

  afterEach(() => {
    agent?.client.close();
    agent = undefined;
  });

  return {
    hands,
    ways: differences[hands],
    isShown: hands === 'chromium' || hasAgentWindow,
    get site() {
      return opened(site);
    },
    get stage() {
      return opened(stage);
    },
    get agent() {
      return opened(agent);
    },
    async at(path) {
      agent = await opened(stage).agent();
      return agent.goTo(opened(site).origin + path);
    },
  };
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The scene has not been opened.');
  return part;
}
