// Identify: who makes a call, from what its connection said of itself.
import { createHash } from 'node:crypto';

/** What a connection said of itself. Of an agent's fields only `key` proves anything; the rest are labels. */
export type Claimed =
  | {
      readonly role: 'agent';
      readonly stay: string;
      readonly client?: string;
      readonly cwd?: string;
      readonly key?: string;
      readonly pid?: number;
    }
  | { readonly role: 'cli' }
  /** The browser states the origin, through our extension; the page itself has no say in it. */
  | { readonly role: 'origin'; readonly origin: string; readonly profileId: string; readonly tabId?: number };

interface Named {
  readonly id: string;
  readonly name: string;
  readonly stay: string;
  /** Whether grants and site rules may be kept for it: for an agent only with a key. */
  readonly remembered: boolean;
}

/** An identified agent in one stay, a web origin in its profile, or the user at the command line: the key of every decision. */
export type Caller =
  | (Named & { readonly kind: 'user' })
  | (Named & {
      readonly kind: 'agent';
      /** Its lasting id, which grants hang on; missing for one without a key. */
      readonly key?: string;
      readonly cwd?: string;
    })
  | (Named & {
      readonly kind: 'origin';
      readonly origin: string;
      readonly profileId: string;
      readonly tabId?: number;
    });

/** The stay of everyone who uses the command line, so that one command can go on where the last one ended. */
const CLI_STAY = 'cli';
const NAME_MAX_LENGTH = 64;
/** 128 bits in hex; anything shorter could be guessed. */
const KEY_MIN_LENGTH = 32;

export interface CallersOptions {
  /** Unguessable and new at each start: the identity of the command line. */
  readonly cliSecret: string;
  readonly pid: number;
}

export interface Callers {
  identify(claimed: Claimed): Caller;
}

/**
 * An agent's id is derived from its key, or without one from its stay: both are secrets of at least 128 bits, and the id
 * is the same after a restart of the gateway, with nothing to store.
 */
export function createCallers({ cliSecret, pid }: CallersOptions): Callers {
  return {
    identify(claimed) {
      if (claimed.role === 'cli') {
        const id = agentId(cliSecret, pid);
        return { kind: 'user', id, name: 'command line', stay: CLI_STAY, remembered: false };
      }
      return claimed.role === 'origin' ? originCaller(claimed) : agentCaller(claimed, pid);
    },
  };
}

function agentCaller({ stay, client, cwd, key, pid }: Extract<Claimed, { role: 'agent' }>, ourPid: number): Caller {
  const isKeyed = key !== undefined && key.length >= KEY_MIN_LENGTH;
  return {
    kind: 'agent',
    // A keyed agent is one agent in all its stays, so no stay's pid may be part of it.
    id: isKeyed ? agentId(key, ourPid) : agentId(stay, pid ?? ourPid),
    name: labelOf(client),
    stay,
    ...(cwd === undefined ? {} : { cwd }),
    remembered: isKeyed,
    // The id without the pid, which differs from one gateway to the next.
    ...(isKeyed ? { key: `agent_${digest(key)}` } : {}),
  };
}

/** One stay for all pages of an origin in a profile: what it has open upstream is its own and nobody else's. */
function originCaller({ origin, profileId, tabId }: Extract<Claimed, { role: 'origin' }>): Caller {
  return {
    kind: 'origin',
    id: origin,
    name: origin,
    stay: `origin_${digest(JSON.stringify([origin, profileId]))}`,
    remembered: true,
    origin,
    profileId,
    ...(tabId === undefined ? {} : { tabId }),
  };
}

/** Seed 001's form: `agent_<32 hex digits>_<pid>`. */
function agentId(secret: string, pid: number): string {
  return `agent_${digest(secret)}_${pid}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A label is shown to people and written to the journal: one line, printable, short. */
function labelOf(client: string | undefined): string {
  const label = (client ?? '')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH);
  return label === '' ? 'unnamed' : label;
}
