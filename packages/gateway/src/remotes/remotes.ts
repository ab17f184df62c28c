// The links to remote hosts: for each host a socket of its own, whose agents are that host's, and the ssh that carries it.
import {
  chooseSocketPath,
  createId,
  type Machine,
  type RandomBytes,
  type RunDirectory,
  removeFile,
} from '@sallyport/native-host/run-directory';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { type ConnectingClient, readRemoteClient } from '../doors/connecting-client.ts';
import type { LineStream } from '../doors/line-stream.ts';
import { SocketDoor } from '../doors/socket-door.ts';
import type { KeyHolder } from '../rooms/callers/callers.ts';
import type { Remote } from '../store/remote-store.ts';
import { type LinkStatus, RemoteLink } from './remote-link.ts';
import { linkArguments, socketPrefix } from './ssh-command.ts';

export interface RemotesOptions {
  readonly list: () => readonly Remote[];
  readonly run: RunDirectory;
  readonly machine: Machine;
  readonly random: RandomBytes;
  readonly now: () => number;
  readonly holderOf: (key: string) => KeyHolder | undefined;
  readonly onClient: (client: ConnectingClient, stream: LineStream) => void;
  /** The gateway must not exit while there is a link; the returned function ends that. */
  readonly keepRunning: () => () => void;
  readonly log: (line: string) => void;
}

export interface RemoteStatus extends LinkStatus {
  readonly name: string;
  readonly host: string;
}

interface OpenRemote {
  readonly remote: Remote;
  readonly link: RemoteLink;
  close(): Promise<void>;
}

export class Remotes {
  readonly #options: RemotesOptions;
  readonly #open = new Map<string, OpenRemote>();
  #change: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: RemotesOptions) {
    this.#options = options;
  }

  get list(): readonly RemoteStatus[] {
    return [...this.#open.values()].map(({ remote: { name, host }, link }) => ({ name, host, ...link.status }));
  }

  /** Opens and closes links until they are those of the store. An entry that was written again is connected again. */
  apply(): Promise<void> {
    this.#change = this.#change.then(() => this.#follow());
    return this.#change;
  }

  /** Resolves when every ssh has ended. May be called again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#change;
    await Promise.all([...this.#open.values()].map((open) => open.close()));
    this.#open.clear();
  }

  async #follow(): Promise<void> {
    if (this.#isClosed) return;
    const { list, log } = this.#options;
    try {
      const wanted = new Map(list().map((remote) => [remote.id, remote]));
      for (const [id, open] of this.#open) {
        if (JSON.stringify(wanted.get(id)) === JSON.stringify(open.remote) && open.link.status.state === 'up') continue;
        this.#open.delete(id);
        await open.close();
      }
      for (const remote of wanted.values())
        if (!this.#open.has(remote.id)) this.#open.set(remote.id, await this.#connect(remote));
    } catch (thrown) {
      log(`remote: ${thrown instanceof Error ? thrown.message : 'a fault'}`);
    }
  }

  async #connect(remote: Remote): Promise<OpenRemote> {
    const { run, machine, random, now, holderOf, onClient, log } = this.#options;
    const nonce = () => createId(random).slice(0, 8);
    const path = chooseSocketPath(run.path, `remote-${nonce()}${nonce()}.sock`, machine);
    const host = { name: remote.name, agentId: remote.agentId };
    const door = new SocketDoor({ path, read: (line) => readRemoteClient(line, host, holderOf), onClient });
    await door.listen();
    const release = this.#options.keepRunning();
    const link = new RemoteLink({
      command: () => {
        const socket = `${socketPrefix(remote.id)}${nonce()}.sock`;
        return {
          args: linkArguments(remote, path, socket),
          record: { id: remote.id, socket: `${remote.folder}/${socket}`, version: PRODUCT_VERSION },
        };
      },
      env: machine.env,
      now,
      onStatus: ({ state, problem }) =>
        log(`remote ${remote.name}: ${state}${problem === undefined ? '' : `: ${problem}`}`),
    });
    return {
      remote,
      link,
      async close() {
        release();
        await link.close();
        await door.close();
        removeFile(path);
      },
    };
  }
}
