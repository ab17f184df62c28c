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
  | { readonly role: 'cli' };

/** An identified agent in one stay: the key of every decision. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly stay: string;
  readonly cwd?: string;
  /** Whether grants and site rules may be kept for it: only with a key. */
  readonly remembered: boolean;
}

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
        return { id: agentId(cliSecret, pid), name: 'command line', stay: CLI_STAY, remembered: false };
      }
      const { stay, client, cwd } = claimed;
      const key = claimed.key !== undefined && claimed.key.length >= KEY_MIN_LENGTH ? claimed.key : undefined;
      return {
        // A keyed agent is one agent in all its stays, so no stay's pid may be part of it.
        id: key === undefined ? agentId(stay, claimed.pid ?? pid) : agentId(key, pid),
        name: labelOf(client),
        stay,
        ...(cwd === undefined ? {} : { cwd }),
        remembered: key !== undefined,
      };
    },
  };
}

/** Seed 001's form: `agent_<32 hex digits>_<pid>`. */
function agentId(secret: string, pid: number): string {
  return `agent_${createHash('sha256').update(secret).digest('hex').slice(0, 32)}_${pid}`;
}

/** A label is shown to people and written to the journal: one line, printable, short. */
function labelOf(client: string | undefined): string {
  const label = (client ?? '')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH);
  return label === '' ? 'unnamed' : label;
}
