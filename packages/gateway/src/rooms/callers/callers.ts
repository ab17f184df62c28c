// Identify: determines who makes a call from what its connection claims.
import { createHash } from 'node:crypto';
import { SallyportError } from '@sallyport/protocol';

/** What a connection claims. Of an agent's fields only `key` is proof; the others are labels. */
export type Claimed =
  | {
      readonly role: 'agent';
      readonly session: string;
      readonly client?: string;
      readonly cwd?: string;
      readonly key?: string;
      readonly pid?: number;
      /** The remote host it runs on, as the door knows it; its other paths and names are those of that host. */
      readonly host?: RemoteHost;
      /** The families of tools that its URL asks for. */
      readonly requestedFamilies?: readonly string[];
      /** Its requests belong to no MCP session: nobody says when it has gone. */
      readonly isEndless?: true;
    }
  | { readonly role: 'cli'; readonly cwd?: string }
  /** The browser states the origin through our extension; the page cannot influence it. */
  | ({ readonly role: 'origin' } & OriginPage);

interface OriginPage {
  readonly origin: string;
  readonly profileId: string;
  readonly tabId?: number;
  /** The page is a frame of another one. */
  readonly isInFrame?: boolean;
}

/** In the list of stopped agents: all agents and web pages. */
export const EVERYONE = '*';

/** A computer of `sallyport remote add`. */
export interface RemoteHost {
  readonly name: string;
  /** The agent whose key the host has. */
  readonly agentId: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly session: string;
  /** Its session goes on when no request of it is under way. */
  readonly isEndless?: true;
  /** Whether grants and site rules may be kept for it: only agents with a key. */
  readonly remembered: boolean;
}

/** An identified agent in one session, a web origin in its profile, or the user at the command line: the key of every decision. */
export type Caller =
  | (Named & { readonly kind: 'user'; readonly cwd?: string })
  | (Named & {
      readonly kind: 'agent';
      /** Its permanent id, which grants refer to; missing without a key. */
      readonly key?: string;
      readonly cwd?: string;
      /** The name of the remote host it runs on. */
      readonly host?: string;
      /** The families that the user chose for it, and those that its URL asks for. */
      readonly families?: readonly string[];
      readonly requestedFamilies?: readonly string[];
    })
  | (Named & { readonly kind: 'origin' } & OriginPage);

/** The session of everyone who uses the command line, so that one command can go on where the last one ended. */
const CLI_SESSION = 'cli';
const NAME_MAX_LENGTH = 64;

export interface KeyHolder {
  readonly id: string;
  readonly name: string;
  readonly families?: readonly string[];
}

export interface CallersOptions {
  /** Random and new at each start: the identity of the command line. */
  readonly cliSecret: string;
  readonly pid: number;
  /** The agent with this key, if any. */
  readonly holderOf: (key: string) => KeyHolder | undefined;
}

export interface Callers {
  /** Throws ERR_PERMISSION_DENIED for an unknown key. */
  identify(claimed: Claimed): Caller;
}

/**
 * An agent with a key is the one that was given it, in all its sessions. One without a key has an id derived from its session, a
 * secret of 128 bits, so that the id is the same after a restart of the gateway.
 */
export function createCallers({ cliSecret, pid, holderOf }: CallersOptions): Callers {
  return {
    identify(claimed) {
      if (claimed.role === 'cli') {
        const id = agentId(cliSecret, pid);
        return { kind: 'user', id, name: 'command line', session: CLI_SESSION, cwd: claimed.cwd, remembered: false };
      }
      return claimed.role === 'origin' ? originCaller(claimed) : agentCaller(claimed, pid, holderOf);
    },
  };
}

function agentCaller(
  { session, client, cwd, key, pid, host, requestedFamilies, isEndless }: Extract<Claimed, { role: 'agent' }>,
  ourPid: number,
  holderOf: CallersOptions['holderOf'],
): Caller {
  // A folder of another computer means nothing here, and must not choose a file or an editor of this one.
  const where = { session, isEndless, requestedFamilies, ...(host === undefined ? { cwd } : { host: host.name }) };
  if (key === undefined) {
    const id = agentId(session, pid ?? ourPid);
    return { kind: 'agent', id, name: labelOf(client), ...where, remembered: false };
  }
  const holder = holderOf(key);
  if (holder === undefined) throw unknownKey();
  const { id, families } = holder;
  const name = nameOf(holder, client, host);
  return { kind: 'agent', id, name, ...where, families, remembered: true, key: id };
}

/** With the key of its host alone, an agent has the name that its client gives itself. */
function nameOf(holder: KeyHolder, client: string | undefined, host: RemoteHost | undefined): string {
  if (host === undefined) return holder.name;
  return `${holder.id === host.agentId ? labelOf(client) : holder.name} on ${host.name}`;
}

/** Not served as an unnamed agent: the user revoked the key, and the agent should learn that. */
function unknownKey(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', "This agent's key is unknown: it was revoked or replaced.", {
    hint: 'The user can run "sallyport agents rotate NAME" ("add" if revoked), or remove SALLYPORT_KEY from its entry.',
  });
}

/** One session for all pages of an origin in a profile, shared with nobody else. */
function originCaller({ origin, profileId, tabId, isInFrame }: Extract<Claimed, { role: 'origin' }>): Caller {
  return {
    kind: 'origin',
    id: origin,
    name: origin,
    session: `origin_${digest(JSON.stringify([origin, profileId]))}`,
    remembered: true,
    origin,
    profileId,
    tabId,
    isInFrame,
  };
}

/** `agent_<32 hex digits>_<pid>`. */
function agentId(secret: string, pid: number): string {
  return `agent_${digest(secret)}_${pid}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Labels are shown to people and written to the journal: one short, printable line. */
function labelOf(client: string | undefined): string {
  const label = (client ?? '')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH);
  return label === '' ? 'unnamed' : label;
}
