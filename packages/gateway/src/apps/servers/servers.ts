// Run: all servers of the config as apps, kept in step with it: added, taken away, or begun anew when their entry changed.
import { SallyportError } from '@sallyport/protocol';
import type { ServerMemory } from '../../store/server-memory.ts';
import type { ServerProblem, ServerSpec, ServerSpecs } from '../../store/server-spec.ts';
import { ServerApp, type ServerEvents, type ServerStatus } from './server-app.ts';
import type { WiresOf } from './server-wires.ts';
import type { SupervisorTimes } from './supervisor.ts';

export interface ServersOptions {
  readonly memory: ServerMemory;
  readonly wiresOf: WiresOf;
  readonly log: (line: string) => void;
  readonly events: ServerEvents;
  readonly onAdded: (app: ServerApp) => void;
  readonly onRemoved: (app: ServerApp) => void;
  readonly times?: SupervisorTimes;
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
  /** Servers on their way out: a close waits for them too. */
  readonly #leaving = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: ServersOptions) {
    this.#options = options;
  }

  /** Brings what runs in line with the config. All that are new start at once. */
  apply({ servers, problems }: Pick<ServerSpecs, 'servers' | 'problems'>): void {
    if (this.#isClosed) return;
    this.#problems = problems;
    this.#disabled = servers.filter(({ isEnabled }) => !isEnabled);
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

  /** By id or by the name of its entry. */
  async restart(which: string): Promise<ServerStatus> {
    const kept = [...this.#kept.values()].find(({ spec }) => spec.id === which || spec.name === which);
    if (kept === undefined) {
      throw new SallyportError('ERR_INPUT_INVALID', 'No server of this name is enabled.', {
        hint: 'See "sallyport servers list".',
      });
    }
    await kept.app.restart();
    return kept.app.status;
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

function still({ id, name, transport }: ServerSpec): Omit<ServerStatus, 'state'> {
  return { id, name, transport: transport.kind, restarts: 0, tools: 0 };
}
