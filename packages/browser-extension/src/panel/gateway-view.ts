// What the background knows of the gateway for the panel: asked for while a panel is visible, and after each request.
import type { Clock, HostRequestType, JsonObject } from '@sallyport/protocol';
import type { GatewayDecision } from '../base/panel-command.ts';
import type { PanelCall, PanelEntry, PanelGateway, PanelMessage, View } from '../base/panel-gateway.ts';
import { type Look, look } from './look.ts';

export interface GatewayViewOptions {
  readonly ask: (
    type: HostRequestType,
    fields: JsonObject,
    options?: { readonly timeoutMs?: number },
  ) => Promise<JsonObject>;
  readonly clock: Clock;
  /** The views that are visible now; none when no panel is. */
  readonly seen: () => readonly View[];
  readonly openTab: (url: string) => void;
  readonly onChange: () => void;
}

const POLL_MS = 1000;
/** The panel does not wait longer for a look. */
const LOOK_MS = 2000;
/** A server may start slowly. */
const REQUEST_MS = 60_000;
const ENTRIES_KEPT = 200;

const nothing: PanelGateway = {
  isHere: false,
  isPaused: false,
  stopped: [],
  agents: [],
  calls: [],
  entries: [],
  servers: [],
  tools: [],
};

export class GatewayView {
  readonly #options: GatewayViewOptions;
  #state: PanelGateway = nothing;
  #isLooking = false;
  #cancelPoll = () => {};

  constructor(options: GatewayViewOptions) {
    this.#options = options;
  }

  get state(): PanelGateway {
    return this.#state;
  }

  /** Looks now, and again while a panel is visible. */
  wake(): void {
    if (this.#isLooking) return;
    this.#cancelPoll();
    if (this.#options.seen().length === 0) return;
    this.#isLooking = true;
    void this.#look().finally(() => {
      this.#isLooking = false;
      this.#cancelPoll = this.#options.clock.after(POLL_MS, () => this.wake());
    });
  }

  /** Tells the gateway of a stop or pause. True when the gateway keeps that agent out from now on. */
  async tell(wanted: 'stop' | 'resume' | 'pause' | 'resume_all', agent?: string): Promise<boolean> {
    const fields = agent === undefined ? {} : { agent };
    const { ask } = this.#options;
    const answer = await ask('host_panel', { do: wanted, ...fields }, { timeoutMs: LOOK_MS }).catch(() => undefined);
    await this.#look();
    return answer !== undefined && (wanted !== 'stop' || answer.is_known === true);
  }

  /** Does what the user asked for, and shows how it ended. */
  async apply(decision: GatewayDecision): Promise<void> {
    this.#set({ message: await this.#request(decision).catch(failed) });
    await this.#look();
  }

  async #request(decision: GatewayDecision): Promise<PanelMessage> {
    const ask = (fields: JsonObject) => this.#options.ask('host_panel', fields, { timeoutMs: REQUEST_MS });
    switch (decision.do) {
      case 'restart': {
        const { problem } = await ask({ do: 'restart', server: decision.server });
        return problemOf(problem) ?? { kind: 'restarted', text: '' };
      }
      case 'signIn': {
        const { address, problem } = await ask({ do: 'sign_in', server: decision.server });
        if (typeof address === 'string' && /^https?:/.test(address)) this.#options.openTab(address);
        return problemOf(problem) ?? { kind: 'signIn', text: '' };
      }
      case 'approve':
        await ask({ do: 'approve', tools: [{ name: decision.tool, hash: decision.hash }] });
        return { kind: 'approved', text: decision.tool };
      case 'addServers':
        await ask({ do: 'add', servers: decision.servers });
        return { kind: 'added', text: Object.keys(decision.servers).join(', ') };
    }
  }

  async #look(): Promise<void> {
    const { ask, seen } = this.#options;
    const views = seen();
    const last = this.#state.entries.at(-1)?.number ?? 0;
    const fields = { activity: views.includes('activity'), servers: views.includes('servers'), after: last };
    const answer = await ask('host_panel', { do: 'look', ...fields }, { timeoutMs: LOOK_MS }).catch(() => undefined);
    const { data } = look.safeParse(answer);
    if (data === undefined) this.#set({ ...nothing, message: this.#state.message });
    else this.#set(this.#read(data));
  }

  #read({ paused, stopped, agents, calls, entries, servers, tools }: Look): Partial<PanelGateway> {
    return {
      isHere: true,
      isPaused: paused,
      stopped,
      agents: agents.map(({ id, name, remembered }) => ({ id, name, isRemembered: remembered })),
      calls: calls.map((call) => this.#callOf(call)),
      entries: this.#joined(entries ?? []),
      ...(servers === undefined ? {} : { servers }),
      ...(tools === undefined ? {} : { tools }),
    };
  }

  /** A call keeps its first time, so that nothing changes from look to look. */
  #callOf({ id, kind, agent, name, tool, for_ms, is_waiting }: Look['calls'][number]): PanelCall {
    const known = this.#state.calls.find((call) => call.id === id);
    const startedAtMs = known?.startedAtMs ?? this.#options.clock.now() - for_ms;
    return { id, kind, agent, name, tool, startedAtMs, isWaiting: is_waiting };
  }

  #joined(added: readonly PanelEntry[]): readonly PanelEntry[] {
    return added.length === 0 ? this.#state.entries : [...this.#state.entries, ...added].slice(-ENTRIES_KEPT);
  }

  #set(change: Partial<PanelGateway>): void {
    const before = JSON.stringify(this.#state);
    this.#state = { ...this.#state, ...change };
    if (JSON.stringify(this.#state) !== before) this.#options.onChange();
  }
}

function problemOf(problem: unknown): PanelMessage | undefined {
  return typeof problem === 'string' ? { kind: 'failed', text: problem } : undefined;
}

function failed(thrown: unknown): PanelMessage {
  return { kind: 'failed', text: thrown instanceof Error ? thrown.message : '' };
}
