// The agents with a key, each with a digest of it. The key itself is not stored.
import { createHash } from 'node:crypto';
import {
  createId,
  createToken,
  type RandomBytes,
  readIfPresent,
  replacePrivateFile,
  whileLocked,
} from '@sallyport/native-host/run-directory';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';
import { type Families, isFamilies } from '../rooms/grants/families.ts';
import { stampOf } from './document.ts';

export interface KnownAgent {
  /** Created once and kept through every rotation: grants refer to it. */
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, in hex. A key has 256 random bits, so a slow hash is unnecessary. */
  readonly keyHash: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Chosen by the user; without them config.json decides. */
  readonly families?: Families;
}

export interface AgentStoreOptions {
  readonly path: string;
  readonly random: RandomBytes;
  readonly now: () => number;
  readonly pid: number;
}

/** A key is shown once, when it is created. */
export interface Minted {
  readonly agent: KnownAgent;
  readonly key: string;
}

const AGENT_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;
const MAX_AGENTS = 1000;

export class AgentStore {
  readonly #options: AgentStoreOptions;
  #read: { readonly stamp: string; readonly agents: readonly KnownAgent[] } | undefined;

  constructor(options: AgentStoreOptions) {
    this.#options = options;
  }

  /** Throws ERR_INPUT_INVALID when the file is damaged. */
  list(): readonly KnownAgent[] {
    const { path } = this.#options;
    const stamp = stampOf(path);
    if (this.#read?.stamp !== stamp) this.#read = { stamp, agents: parse(readIfPresent(path), path) };
    return this.#read.agents;
  }

  /** The agent with this key. Checks the file each time, so a revoked key is refused at once. */
  find(key: string): KnownAgent | undefined {
    const presented = digest(key);
    return this.list().find(({ keyHash }) => keyHash === presented);
  }

  add(name: string): Minted {
    if (!AGENT_NAME.test(name)) {
      throw new SallyportError('ERR_INPUT_INVALID', 'An agent name has up to 64 letters, digits, spaces, . _ and -.');
    }
    const { random, now, pid } = this.#options;
    const key = createToken(random);
    const createdAt = new Date(now()).toISOString();
    const agent = { id: `agent_${createId(random)}_${pid}`, name, keyHash: digest(key), createdAt };
    this.#change((agents) => {
      if (agents.some((other) => other.name === name)) {
        throw new SallyportError('ERR_INPUT_INVALID', `There is already an agent "${name}".`, {
          hint: `"sallyport agents rotate ${name}" gives it a new key.`,
        });
      }
      if (agents.length >= MAX_AGENTS) throw tooManyAgents();
      return [...agents, agent];
    });
    return { agent, key };
  }

  /** The agent keeps its id; its old key is refused from now on. */
  rotate(name: string): Minted {
    const key = createToken(this.#options.random);
    const agent = this.#replace(name, (known) => ({ ...known, keyHash: digest(key) }));
    return { agent, key };
  }

  /** Undefined leaves it to config.json. */
  setFamilies(name: string, families: Families | undefined): KnownAgent {
    return this.#replace(name, ({ families: _, ...known }) =>
      families === undefined ? known : { ...known, families },
    );
  }

  revoke(name: string): KnownAgent {
    const known = this.named(name);
    this.#change((agents) => agents.filter(({ id }) => id !== known.id));
    return known;
  }

  /** By name or id. Throws ERR_INPUT_INVALID when there is none. */
  named(name: string): KnownAgent {
    const known = this.list().find((agent) => agent.name === name || agent.id === name);
    if (known !== undefined) return known;
    throw new SallyportError('ERR_INPUT_INVALID', `There is no agent "${name}".`, {
      hint: 'See "sallyport agents list".',
    });
  }

  #replace(name: string, change: (known: KnownAgent) => KnownAgent): KnownAgent {
    const { id } = this.named(name);
    this.#change((agents) => agents.map((known) => (known.id === id ? change(known) : known)));
    return this.named(id);
  }

  /** Locked, because two commands may run at once. */
  #change(change: (agents: readonly KnownAgent[]) => readonly KnownAgent[]): void {
    const { path, random } = this.#options;
    whileLocked(this.#options, () => {
      const agents = change(this.list());
      replacePrivateFile(path, `${JSON.stringify({ version: 1, agents }, null, 2)}\n`, createId(random));
    });
    this.#read = undefined;
  }
}

function tooManyAgents(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `There are already ${MAX_AGENTS} agents.`, {
    hint: 'Revoke one with "sallyport agents revoke"; "sallyport agents list" shows them.',
  });
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A damaged file must not count as empty: the next write would destroy it. */
function parse(text: string | undefined, path: string): readonly KnownAgent[] {
  if (text === undefined) return [];
  const value = parseJson(text);
  if (isRecord(value) && value.version === 1 && Array.isArray(value.agents) && value.agents.every(isKnownAgent)) {
    return value.agents;
  }
  throw new SallyportError('ERR_INPUT_INVALID', `${path} is damaged, so no key can be checked.`, {
    hint: 'Move it away and add the agents again with "sallyport agents add".',
  });
}

function isKnownAgent(value: unknown): value is KnownAgent {
  return (
    isRecord(value) &&
    [value.id, value.name, value.createdAt].every((text) => typeof text === 'string' && text !== '') &&
    (value.families === undefined || isFamilies(value.families)) &&
    typeof value.keyHash === 'string' &&
    /^[0-9a-f]{64}$/.test(value.keyHash)
  );
}
