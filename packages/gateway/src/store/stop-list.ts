// The agents that the user stopped, by name or id: none of their calls runs until the user resumes them.
import { createId, readIfPresent, replacePrivateFile, whileLocked } from '@sallyport/native-host/run-directory';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';
import { EVERYONE } from '../rooms/callers/callers.ts';
import type { Stop } from '../rooms/grants/guard.ts';
import type { AgentStoreOptions } from './agent-store.ts';
import { stampOf } from './document.ts';

export interface StoppedAgent {
  /** A name, an agent id or a session id, as the user gave it. */
  readonly who: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What a stop may refer to. */
export interface StoppableAgent {
  readonly id?: string;
  readonly name?: string;
  readonly session?: string;
  /** The remote host it runs on: stopping a host stops all agents there. */
  readonly host?: string;
}

const MAX_STOPPED = 1000;

/** The command line writes it; the gateway reads the file again when it has changed. */
export class StopList {
  readonly #options: AgentStoreOptions;
  #read: { readonly stamp: string; readonly stopped: readonly StoppedAgent[] } | undefined;

  constructor(options: AgentStoreOptions) {
    this.#options = options;
  }

  /** Throws ERR_INPUT_INVALID when the file is damaged: then nobody may be let in by mistake. */
  list(): readonly StoppedAgent[] {
    const { path } = this.#options;
    const stamp = stampOf(path);
    if (this.#read?.stamp !== stamp) this.#read = { stamp, stopped: parse(readIfPresent(path), path) };
    return this.#read.stopped;
  }

  /** Those of single agents. */
  get names(): readonly string[] {
    return this.list().flatMap(({ who }) => (who === EVERYONE ? [] : [who]));
  }

  get isPaused(): boolean {
    return this.list().some(({ who }) => who === EVERYONE);
  }

  /** Without any of these, as for a web origin, only a pause counts. */
  stopOf({ id, name, session, host }: StoppableAgent): Stop | undefined {
    const stopped = this.list();
    if (stopped.some(({ who }) => [id, name, session, host].includes(who))) return 'agent';
    return stopped.some(({ who }) => who === EVERYONE) ? 'everyone' : undefined;
  }

  add(who: string): void {
    const at = new Date(this.#options.now()).toISOString();
    this.#change((stopped) => [...stopped.filter((other) => other.who !== who), { who, at }].slice(-MAX_STOPPED));
  }

  /** False when it was not stopped. */
  remove(who: string): boolean {
    const isThere = this.list().some((stopped) => stopped.who === who);
    if (isThere) this.#change((stopped) => stopped.filter((other) => other.who !== who));
    return isThere;
  }

  /** Locked, because two commands may run at once. */
  #change(change: (stopped: readonly StoppedAgent[]) => readonly StoppedAgent[]): void {
    const { path, random } = this.#options;
    whileLocked(this.#options, () => {
      const stopped = change(this.list());
      replacePrivateFile(path, `${JSON.stringify({ version: 1, stopped }, null, 2)}\n`, createId(random));
    });
    this.#read = undefined;
  }
}

function parse(text: string | undefined, path: string): readonly StoppedAgent[] {
  if (text === undefined) return [];
  const value = parseJson(text);
  if (isRecord(value) && value.version === 1 && Array.isArray(value.stopped) && value.stopped.every(isStopped)) {
    return value.stopped;
  }
  throw new SallyportError('ERR_INPUT_INVALID', `${path} is damaged, so it is unknown which agents are stopped.`, {
    hint: 'Remove it, and stop the agents again with "sallyport stop NAME".',
  });
}

function isStopped(value: unknown): value is StoppedAgent {
  return isRecord(value) && typeof value.who === 'string' && typeof value.at === 'string';
}
