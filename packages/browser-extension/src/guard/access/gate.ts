// Who is here, and who may come in at all: the user stops one agent or pauses all, and lets them in again.
import { type AgentLabel, limits, SallyportError } from '@sallyport/protocol';
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

/** An agent that has called since the browser's worker started, or that is stopped. */
export interface Present {
  readonly id: string;
  readonly name: string;
  readonly sessions: ReadonlySet<string>;
  readonly isStopped: boolean;
}

interface Visitor {
  readonly id: string;
  readonly name: string;
  readonly isRemembered: boolean;
  readonly sessions: Set<string>;
  readonly calls: Set<AbortController>;
}

export class Gate {
  readonly #options: GateOptions;
  readonly #here = new Map<string, Visitor>();
  /** Those whom nothing is remembered for are kept out as long as the worker lives: their ids do not come again. */
  readonly #stopped = new Map<string, Pick<Visitor, 'name' | 'isRemembered'>>();
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

  list(): readonly Present[] {
    const here = [...this.#here.values()].map(({ id, name, sessions }) => ({
      id,
      name,
      sessions,
      isStopped: this.#stopped.has(id),
    }));
    const away = [...this.#stopped].filter(([id]) => !this.#here.has(id));
    return [...here, ...away.map(([id, { name }]) => ({ id, name, sessions: new Set<string>(), isStopped: true }))];
  }

  /** Runs a call, unless its agent is kept out; a call under way ends when its agent is stopped. */
  async pass<Result>(
    agent: AgentLabel,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.#check(agent);
    const visitor = this.#greet(agent);
    const call = new AbortController();
    visitor.calls.add(call);
    const either = AbortSignal.any([signal, call.signal]);
    try {
      return await Promise.race([run(either), whenAborted(either)]);
    } finally {
      visitor.calls.delete(call);
    }
  }

  /** Its calls under way fail, and further ones are refused until `resume`. Returns its sessions. */
  async stop(agentId: string): Promise<readonly string[]> {
    const visitor = this.#here.get(agentId);
    // The panel can only name one that it was shown.
    if (visitor === undefined) return [];
    this.#stopped.set(agentId, visitor);
    for (const call of visitor.calls) call.abort(stopped());
    await this.#changed();
    return [...visitor.sessions];
  }

  async resume(agentId: string): Promise<void> {
    this.#stopped.delete(agentId);
    await this.#changed();
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    for (const { calls } of this.#here.values()) for (const call of calls) call.abort(paused());
    await this.#changed();
  }

  async resumeAll(): Promise<void> {
    this.#isPaused = false;
    await this.#changed();
  }

  /** The session is over; an agent without one is no longer here. */
  leave(session: string): void {
    for (const { id, sessions } of this.#here.values()) {
      if (sessions.delete(session) && sessions.size === 0) this.#here.delete(id);
    }
    this.#options.onChange();
  }

  #check({ id }: AgentLabel): void {
    if (this.#stopped.has(id)) throw stopped();
    if (this.#isPaused) throw paused();
  }

  #greet({ id, name, session, remembered }: AgentLabel): Visitor {
    const known = this.#here.get(id);
    const visitor = known ?? { id, name, isRemembered: remembered, sessions: new Set(), calls: new Set() };
    if (known?.sessions.has(session)) return visitor;
    visitor.sessions.add(session);
    this.#here.set(id, visitor);
    const idle = [...this.#here.values()].filter(({ calls }) => calls.size === 0);
    const oldest = idle.find((other) => other !== visitor);
    if (this.#here.size > limits.extension.agentsShown && oldest !== undefined) this.#here.delete(oldest.id);
    this.#options.onChange();
    return visitor;
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

function stopped(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user has stopped you in this browser.', {
    reason: 'STOPPED',
    hint: 'Do not try again by yourself. The user can let you go on in the Sallyport popup of the browser.',
  });
}

function paused(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user has paused all agents in this browser.', {
    reason: 'PAUSED',
    hint: 'Wait for the user, who can let agents go on in the Sallyport popup of the browser.',
  });
}
