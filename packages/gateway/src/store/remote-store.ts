// The remote hosts whose agents may use this computer, as `sallyport remote add` wrote them down.
import { createId, readIfPresent, replacePrivateFile, whileLocked } from '@sallyport/native-host/run-directory';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';
import type { AgentStoreOptions } from './agent-store.ts';

export interface Remote {
  /** 32 hex digits; the files on the host are named after it. */
  readonly id: string;
  /** What ssh connects to: a name of the user's ssh config, or `user@host`. */
  readonly host: string;
  /** Shown in questions and the journal; also the name of the host's key among the agents. */
  readonly name: string;
  readonly agentId: string;
  /** Absolute, on the host: where its shim, key and socket are. */
  readonly folder: string;
  /** The version of the shim there. */
  readonly version: string;
}

const MAX_REMOTES = 32;
/** Never begins with a dash, which ssh would read as an option. */
const HOST = /^[\p{L}\p{N}_][\p{L}\p{N}_.@:%-]{0,254}$/u;
/** Without quotes, colons and variables: it stands in a command of the host's shell, and in ssh's forwarding. */
const FOLDER = /^\/[\p{L}\p{N} _.@+/-]{1,200}$/u;

/** The command line writes it; the gateway reads it at its start and when the command line says so. */
export class RemoteStore {
  readonly #options: AgentStoreOptions;

  constructor(options: AgentStoreOptions) {
    this.#options = options;
  }

  /** Throws ERR_INPUT_INVALID when the file is damaged. */
  list(): readonly Remote[] {
    const { path } = this.#options;
    return parse(readIfPresent(path), path);
  }

  /** By name or by what ssh connects to. */
  find(which: string): Remote | undefined {
    return this.list().find(({ name, host }) => name === which || host === which);
  }

  /** Replaces an entry with the same id. */
  put(remote: Remote): void {
    requireHost(remote.host);
    requireFolder(remote.folder);
    this.#change((remotes) => {
      const others = remotes.filter(({ id }) => id !== remote.id);
      if (others.length < MAX_REMOTES) return [...others, remote];
      throw new SallyportError('ERR_INPUT_INVALID', `There are already ${MAX_REMOTES} remote hosts.`, {
        hint: 'Remove one with "sallyport remote remove".',
      });
    });
  }

  remove(remoteId: string): void {
    this.#change((remotes) => remotes.filter(({ id }) => id !== remoteId));
  }

  /** Locked, because two commands may run at once. */
  #change(change: (remotes: readonly Remote[]) => readonly Remote[]): void {
    const { path, random } = this.#options;
    whileLocked(this.#options, () => {
      const remotes = change(this.list());
      replacePrivateFile(path, `${JSON.stringify({ version: 1, remotes }, null, 2)}\n`, createId(random));
    });
  }
}

/** Throws ERR_INPUT_INVALID for what ssh could take for an option. */
export function requireHost(host: string): void {
  if (HOST.test(host)) return;
  throw new SallyportError('ERR_INPUT_INVALID', `"${host}" is not a host that ssh can connect to.`, {
    hint: 'Give a name of your ssh config, or user@host. Ports and keys go into ~/.ssh/config.',
  });
}

/** Throws ERR_INPUT_INVALID for a path that could not be passed on safely. */
export function requireFolder(folder: string): void {
  if (FOLDER.test(folder)) return;
  throw new SallyportError('ERR_INPUT_INVALID', `The folder ${folder} of the host cannot be used.`, {
    hint: 'Set SALLYPORT_HOME there to a path of letters, digits, spaces, . _ @ + and -.',
  });
}

function parse(text: string | undefined, path: string): readonly Remote[] {
  if (text === undefined) return [];
  const value = parseJson(text);
  if (isRecord(value) && value.version === 1 && Array.isArray(value.remotes) && value.remotes.every(isRemote)) {
    return value.remotes;
  }
  throw new SallyportError('ERR_INPUT_INVALID', `${path} is damaged, so no remote host is connected.`, {
    hint: 'Remove it, and add the hosts again with "sallyport remote add".',
  });
}

function isRemote(value: unknown): value is Remote {
  if (!isRecord(value)) return false;
  const { id, host, name, agentId, folder, version } = value;
  return (
    [id, host, name, agentId, folder, version].every((text) => typeof text === 'string' && text !== '') &&
    /^[0-9a-f]{32}$/.test(String(id)) &&
    HOST.test(String(host)) &&
    FOLDER.test(String(folder))
  );
}
