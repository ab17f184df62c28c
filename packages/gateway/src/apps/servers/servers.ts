// Run: all servers of the config as apps. A config change adds, removes or restarts them.
import { SallyportError } from '@sallyport/protocol';
import type { ServerMemory } from '../../store/server-memory.ts';
import type { ServerProblem, ServerSpec, ServerSpecs } from '../../store/server-spec.ts';
import { ServerApp, type ServerEvents, type ServerStatus } from './server-app.ts';
import type { WiresOf } from './server-wires.ts';
import type { LoginOptions } from './sign-in/login.ts';
import type { SignIns } from './sign-in/sign-ins.ts';
import type { SupervisorTimes } from './supervisor.ts';

export interface ServersOptions {
  readonly memory: ServerMemory;
  readonly wiresOf: WiresOf;
  readonly signIns: SignIns;
  readonly log: (line: string) => void;
  readonly events: ServerEvents;
  readonly onAdded: (app: ServerApp) => void;
  readonly onRemoved: (app: ServerApp) => void;
  /** Called with the ids of all disabled servers when the config is applied. */
  readonly onDisabled: (ids: readonly string[]) => void;
  readonly times?: SupervisorTimes;
}

export interface LoggedOut {
  readonly wasSignedIn: boolean;
  /** The authorization server confirmed that the tokens are revoked. */
  readonly isRevoked: boolean;
  readonly server?: ServerStatus;
}

interface Kept {
  readonly spec: ServerSpec;
  readonly app: ServerApp;
}

export class Servers {
  readonly #options: ServersOptions;
  readonly #kept = new Map<string, Kept>();
  #disabled: readonly ServerSpec[] = [];
  #problems: readonly ServerProblem[] = [];
  /** Servers that are shutting down: `close` waits for them too. */
  readonly #leaving = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: ServersOptions) {
    this.#options = options;
  }

  /** Applies the config. New servers start at once. */
  apply({ servers, problems }: Pick<ServerSpecs, 'servers' | 'problems'>): void {
    if (this.#isClosed) return;
    this.#problems = problems;
    this.#disabled = servers.filter(({ isEnabled }) => !isEnabled);
    this.#options.onDisabled(this.#disabled.map(({ id }) => id));
    const wanted = new Map(servers.filter(({ isEnabled }) => isEnabled).map((spec) => [spec.id, spec]));
    for (const [id, { spec, app }] of this.#kept) {
      if (JSON.stringify(wanted.get(id)) === JSON.stringify(spec)) wanted.delete(id);
      else this.#remove(id, app);
    }
    for (const spec of wanted.values()) this.#add(spec);
  }

  get list(): readonly ServerStatus[] {
    return [
      ...[...this.#kept.values()].map(({ app }) => app.status),
      ...this.#disabled.map((spec) => ({ ...still(spec), state: 'disabled' })),
      ...this.#problems.map(({ name, problem }) => ({
        ...{ id: name, name, state: 'failed', transport: 'unknown', restarts: 0, tools: 0 },
        problem: `Its entry in config.json cannot be used: ${problem}.`,
      })),
    ];
  }

  async restart(which: string): Promise<ServerStatus> {
    const { app } = this.#find(which);
    await app.restart();
    return app.status;
  }

  /** Lets the user sign in, then restarts the server. */
  async logIn(which: string, options: Pick<LoginOptions, 'signal' | 'onAddress'>): Promise<ServerStatus> {
    const { spec, app } = this.#find(which);
    // The server's challenge says what it requires.
    await app.settle(AbortSignal.any([options.signal, AbortSignal.timeout(SETTLE_MS)]));
    await this.#options.signIns.logIn(spec, options);
    return this.#restart(app);
  }

  /** Forgets the sign-in. Restarts the server without it, unless it is about to be removed. */
  async logOut(which: string, { isLeaving }: { readonly isLeaving: boolean }): Promise<LoggedOut> {
    const kept = this.#findKept(which);
    const spec = kept?.spec ?? this.#disabled.find((disabled) => isCalled(disabled, which));
    if (spec === undefined) throw noSuchServer();
    const ended = await this.#options.signIns.logOut(spec);
    if (kept === undefined || isLeaving || !ended.wasSignedIn) return ended;
    return { ...ended, server: await this.#restart(kept.app) };
  }

  /** The status shows how the start went. */
  async #restart(app: ServerApp): Promise<ServerStatus> {
    await app.restart().catch(() => {});
    return app.status;
  }

  /** By id or by the name of its entry. */
  #find(which: string): Kept {
    const kept = this.#findKept(which);
    if (kept === undefined) throw noSuchServer();
    return kept;
  }

  #findKept(which: string): Kept | undefined {
    return [...this.#kept.values()].find(({ spec }) => isCalled(spec, which));
  }

  /** May be called again. Resolves when no process of any server runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [id, { app }] of this.#kept) this.#remove(id, app);
    await Promise.all(this.#leaving);
  }

  #add(spec: ServerSpec): void {
    const app = new ServerApp({ ...this.#options, spec });
    this.#kept.set(spec.id, { spec, app });
    app.start();
    this.#options.onAdded(app);
  }

  #remove(id: string, app: ServerApp): void {
    this.#kept.delete(id);
    this.#options.onRemoved(app);
    const leaving = app
      .close()
      .catch(() => this.#options.log(`server ${id}: could not be stopped cleanly`))
      .finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }
}

const SETTLE_MS = 15_000;

function isCalled({ id, name }: ServerSpec, which: string): boolean {
  return id === which || name === which;
}

function noSuchServer(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'No server with this name is enabled.', {
    hint: 'See "sallyport servers list".',
  });
}

function still({ id, name, transport }: ServerSpec): Omit<ServerStatus, 'state'> {
  return { id, name, transport: transport.kind, restarts: 0, tools: 0 };
}
