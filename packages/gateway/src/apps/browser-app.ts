// Run: the browser as one app, however many of them are linked. A stay keeps to the browser it began with.
import {
  type App,
  type AppCall,
  type CallOptions,
  isRecord,
  limits,
  SallyportError,
  type ToolDeclaration,
  type ToolResult,
} from '@sallyport/protocol';
import type { Link } from './link.ts';
import { parseToolList } from './tool-list.ts';

export interface BrowserAppOptions {
  readonly createId: () => string;
  readonly log: (line: string) => void;
  readonly onArrival?: (browser: LinkedBrowser) => void;
  readonly onDeparture?: (browser: LinkedBrowser) => void;
}

/** A browser that can be called, as `status` shows it. */
export interface LinkedBrowser {
  readonly hostId: string;
  /** For people: "firefox 128.0 · work". */
  readonly name: string;
  readonly profile: string;
  readonly version: string;
  readonly tools: number;
}

interface Seat {
  readonly link: Link;
  tools: readonly ToolDeclaration[];
  toolsHash: string | undefined;
}

/** A run's hour of agents; the oldest binding goes first, and an agent that comes back chooses again. */
const REMEMBERED_STAYS = 1024;

export class BrowserApp implements App {
  readonly id = 'browser';
  readonly #options: BrowserAppOptions;
  /** By host id, oldest first. */
  readonly #seats = new Map<string, Seat>();
  /** Which profile a stay works in. */
  readonly #profiles = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  /** What the last browser declared, so that a list does not empty while a browser restarts. */
  #lastTools: readonly ToolDeclaration[] | undefined;

  constructor(options: BrowserAppOptions) {
    this.#options = options;
  }

  /** Takes a greeted link. Resolves when the browser behind it has declared its tools, or is not there yet. */
  async attach(link: Link): Promise<void> {
    link.onBrowser(() => {
      this.#seat(link).catch((error: unknown) => this.#options.log(`tools of a browser: ${String(error)}`));
    });
    link.closed.then(() => this.#leave(link)).catch(() => {});
    await this.#seat(link);
  }

  get browsers(): readonly LinkedBrowser[] {
    return [...this.#seats.values()].map(describe);
  }

  async listTools(): Promise<readonly ToolDeclaration[]> {
    const seats = [...this.#seats.values()];
    // Of a tool that several browsers have, the one of the newest link is shown.
    const byName = new Map(seats.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool])));
    if (seats.length > 0) this.#lastTools = [...byName.values()];
    if (this.#lastTools === undefined) throw noBrowser();
    return this.#lastTools;
  }

  async callTool(call: AppCall, options: CallOptions): Promise<ToolResult> {
    const { link } = this.#choose(call.caller.stay);
    const result = await link.call(
      {
        id: call.callId,
        method: 'call_tool',
        params: { name: call.tool, arguments: call.args },
        deadlineMs: call.timeoutMs,
        agent: call.caller,
      },
      options,
    );
    if (isRecord(result)) return result;
    throw new SallyportError('ERR_PROTOCOL_ERROR', 'The browser answered with something that is no result.');
  }

  onToolsChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([...this.#seats.values()].map(({ link }) => link.close()));
  }

  async #seat(link: Link): Promise<void> {
    const { hostId, toolsHash } = link.hello;
    // Without its hash the extension has not said hello yet; the host will tell when it does.
    if (toolsHash === undefined) return;
    const known = this.#seats.get(hostId);
    if (known?.link === link && known.toolsHash === toolsHash) return;
    const tools = await this.#askForTools(link);
    if (link.isClosed) return;
    const seat: Seat = { link, tools, toolsHash };
    this.#seats.set(hostId, seat);
    if (known === undefined) this.#options.onArrival?.(describe(seat));
    this.#announce();
  }

  async #askForTools(link: Link): Promise<readonly ToolDeclaration[]> {
    const deadlineMs = limits.gateway.helloMs;
    const answer = await link.call(
      { id: this.#options.createId(), method: 'list_tools', params: {}, deadlineMs },
      { signal: AbortSignal.timeout(deadlineMs) },
    );
    return parseToolList(answer);
  }

  #leave(link: Link): void {
    const seat = this.#seats.get(link.hello.hostId);
    if (seat?.link !== link) return;
    this.#seats.delete(link.hello.hostId);
    this.#options.onDeparture?.(describe(seat));
    this.#announce();
  }

  /** The stay's own browser while it is here, else the newest, which then is its own. */
  #choose(stay: string): Seat {
    const seats = [...this.#seats.values()];
    const profile = this.#profiles.get(stay);
    const seat = seats.find((candidate) => profileOf(candidate) === profile) ?? seats.at(-1);
    if (seat === undefined) throw noBrowser();
    this.#profiles.delete(stay);
    this.#profiles.set(stay, profileOf(seat));
    const [oldest] = this.#profiles.keys();
    if (this.#profiles.size > REMEMBERED_STAYS && oldest !== undefined) this.#profiles.delete(oldest);
    return seat;
  }

  #announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function profileOf({ link }: Seat): string {
  return link.hello.profile?.id ?? link.hello.hostId;
}

function describe(seat: Seat): LinkedBrowser {
  const { hostId, browser, profile, version } = seat.link.hello;
  const label = profile?.name ?? profile?.id.slice(0, 4);
  const program = browser === undefined ? 'browser' : `${browser.name} ${browser.version}`;
  return {
    hostId,
    name: label === undefined ? program : `${program} · ${label}`,
    profile: profileOf(seat),
    version,
    tools: seat.tools.length,
  };
}

function noBrowser(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'No browser with the Sallyport extension is connected.', {
    hint: 'Open that browser, or start one with "sallyport up". The call has not run.',
    data: { outcome: 'not_run' },
  });
}
