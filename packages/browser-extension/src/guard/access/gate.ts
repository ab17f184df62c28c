// Which agents use this browser, and which of them may: the user stops one agent or pauses all, and resumes them.
import { type AgentLabel, type LostOutcome, limits, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import { whenAborted } from '../../base/abort.ts';
import type { Store } from '../../base/store.ts';

const stored = z.object({
  isPaused: z.boolean(),
  stopped: z.array(z.object({ id: z.string(), name: z.string() })),
});

export interface GateOptions {
  readonly store: Store;
  readonly onChange: () => void;
}

/** An agent that has called since the worker started, or that is stopped. */
export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  /** Whether the name is bound to a key, and not claimed by the agent itself. */
  readonly isRemembered: boolean;
  readonly sessions: ReadonlySet<string>;
  readonly isStopped: boolean;
}

interface ActiveAgent {
  readonly id: string;
  readonly name: string;
  readonly isRemembered: boolean;
  readonly sessions: Set<string>;
  readonly calls: Set<AbortController>;
}

export class Gate {
  readonly #options: GateOptions;
  readonly #active = new Map<string, ActiveAgent>();
  /** Agents without a key are only kept while the worker lives: their ids do not come again. */
  readonly #stopped = new Map<string, Pick<ActiveAgent, 'name' | 'isRemembered'>>();
  #isPaused = false;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const { data } = stored.safeParse(await this.#options.store.read());
    this.#isPaused = data?.isPaused ?? false;
    for (const { id, name } of data?.stopped ?? []) this.#stopped.set(id, { name, isRemembered: true });
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  list(): readonly ListedAgent[] {
    const active = [...this.#active.values()].map(({ id, name, isRemembered, sessions }) => ({
      id,
      name,
      isRemembered,
      sessions,
      isStopped: this.#stopped.has(id),
    }));
    const inactive = [...this.#stopped].filter(([id]) => !this.#active.has(id));
    return [
      ...active,
      ...inactive.map(([id, { name, isRemembered }]) => ({
        id,
        name,
        isRemembered,
        sessions: new Set<string>(),
        isStopped: true,
      })),
    ];
  }

  /** Runs a call unless its agent is stopped or paused. Stopping the agent aborts its running calls. */
  async pass<Result>(
    agent: AgentLabel,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.#check(agent);
    const active = this.#register(agent);
    const call = new AbortController();
    active.calls.add(call);
    const either = AbortSignal.any([signal, call.signal]);
    try {
      return await Promise.race([run(either), whenAborted(either)]);
    } finally {
      active.calls.delete(call);
    }
  }

  /** Fails its running calls and refuses new ones until `resume`. Returns its sessions. */
  async stop(agentId: string): Promise<readonly string[]> {
    const active = this.#active.get(agentId);
    // The panel names only agents that it was shown.
    if (active === undefined) return [];
    this.#stopped.set(agentId, active);
    for (const call of active.calls) call.abort(stopped('unknown'));
    await this.#changed();
    return [...active.sessions];
  }

  async resume(agentId: string): Promise<void> {
    this.#stopped.delete(agentId);
    await this.#changed();
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    for (const { calls } of this.#active.values()) for (const call of calls) call.abort(paused('unknown'));
    await this.#changed();
  }

  /** The gateway keeps this agent out from now on, until the user resumes it there. */
  async handOver(agentId: string): Promise<void> {
    if (this.#stopped.delete(agentId)) await this.#changed();
  }

  async resumeAll(): Promise<void> {
    this.#isPaused = false;
    await this.#changed();
  }

  /** An agent without a session left is no longer listed. */
  endSession(session: string): void {
    for (const { id, sessions } of this.#active.values()) {
      if (sessions.delete(session) && sessions.size === 0) this.#active.delete(id);
    }
    this.#options.onChange();
  }

  #check({ id }: AgentLabel): void {
    if (this.#stopped.has(id)) throw stopped('not_run');
    if (this.#isPaused) throw paused('not_run');
  }

  #register({ id, name, session, remembered }: AgentLabel): ActiveAgent {
    const known = this.#active.get(id);
    const active = known ?? { id, name, isRemembered: remembered, sessions: new Set(), calls: new Set() };
    if (known?.sessions.has(session)) return active;
    active.sessions.add(session);
    this.#active.set(id, active);
    const idle = [...this.#active.values()].filter(({ calls }) => calls.size === 0);
    const oldest = idle.find((other) => other !== active);
    if (this.#active.size > limits.extension.agentsShown && oldest !== undefined) this.#active.delete(oldest.id);
    this.#options.onChange();
    return active;
  }

  async #changed(): Promise<void> {
    const { store, onChange } = this.#options;
    onChange();
    await store.write({
      isPaused: this.#isPaused,
      stopped: [...this.#stopped]
        .filter(([, { isRemembered }]) => isRemembered)
        .map(([id, { name }]) => ({ id, name })),
    });
  }
}

function stopped(outcome: LostOutcome): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user has stopped you in this browser.', {
    reason: 'STOPPED',
    hint: 'Do not retry on your own. The user can resume you in the Sallyport popup of the browser.',
    data: { outcome },
  });
}

function paused(outcome: LostOutcome): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user has paused all agents in this browser.', {
    reason: 'PAUSED',
    hint: 'Wait for the user, who can resume agents in the Sallyport popup of the browser.',
    data: { outcome },
  });
}
