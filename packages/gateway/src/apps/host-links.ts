// Run: finds the native hosts of the run directory and keeps a link to each: at the start, on a knock, from time to time.
import { connect, type Socket } from 'node:net';
import {
  type AppRecord,
  listRecords,
  type Machine,
  probeSocket,
  type RunDirectory,
  readToken,
  removeDeadSocket,
  removeRecord,
  tokenPath,
} from '@sallyport/native-host/run-directory';
import { limits, PRODUCT_VERSION, SallyportError, WIRE } from '@sallyport/protocol';
import { type Link, type LinkOptions, openLink } from './link.ts';

export interface HostLinksOptions {
  readonly run: RunDirectory;
  readonly machine: Machine;
  /** The token of our own record, by which a host knows that we are the gateway. */
  readonly gatewayToken: string;
  readonly now: () => number;
  /** Part of the dialling: whoever waits for a scan waits for this too. */
  readonly onLink: (link: Link) => Promise<void>;
  readonly onCall: LinkOptions['onCall'];
  readonly log: (line: string) => void;
}

/** A host that starts writes its record before anyone can dial it; a young record is not taken for dead. */
const YOUNG_MS = 5000;

export class HostLinks {
  readonly #options: HostLinksOptions;
  readonly #links = new Map<string, Link>();
  readonly #dialling = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: HostLinksOptions) {
    this.#options = options;
  }

  /** Resolves when every host found now was dialled, whatever came of it. */
  async start(): Promise<void> {
    const every = setInterval(() => this.#scanQuietly(), limits.gateway.scanMs);
    this.#timers.add(every);
    await this.scan();
  }

  async scan(): Promise<void> {
    if (this.#isClosed) return;
    const { run } = this.#options;
    await Promise.all(listRecords(run.hosts).map((record) => this.#dialOnce(record)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all([...this.#links.values()].map((link) => link.close()));
    await Promise.all(this.#dialling.values());
  }

  #scanQuietly(): void {
    this.scan().catch((error: unknown) => this.#options.log(`looking for hosts failed: ${String(error)}`));
  }

  #dialOnce(record: AppRecord): Promise<void> {
    if (this.#links.has(record.id)) return Promise.resolve();
    const underWay = this.#dialling.get(record.id);
    if (underWay !== undefined) return underWay;
    const dialling = this.#dial(record)
      .catch((error: unknown) => {
        const what = error instanceof SallyportError ? `${error.code} ${error.message}` : String(error);
        this.#options.log(`host ${record.id.slice(0, 8)}: ${what}`);
      })
      .finally(() => this.#dialling.delete(record.id));
    this.#dialling.set(record.id, dialling);
    return dialling;
  }

  async #dial(record: AppRecord): Promise<void> {
    const { run, gatewayToken, now, onLink, onCall } = this.#options;
    const token = readToken(tokenPath(run.hosts, record.id));
    const socket = token === undefined ? undefined : await this.#connect(record);
    if (token === undefined || socket === undefined) return;
    const link = await openLink({
      socket,
      now,
      hello: {
        type: 'hello',
        role: 'gateway',
        wire: WIRE,
        version: PRODUCT_VERSION,
        capabilities: ['ids', 'chunks'],
        token,
        gatewayToken,
      },
      onCall,
    });
    if (this.#isClosed) {
      await link.close();
      return;
    }
    this.#links.set(record.id, link);
    link.closed
      .then(() => {
        this.#links.delete(record.id);
        this.#redialSoon();
      })
      .catch(() => {});
    await onLink(link);
  }

  /** Undefined when nobody listens there; such a record is cleared away. */
  async #connect(record: AppRecord): Promise<Socket | undefined> {
    try {
      return await connectTo(record.socket);
    } catch {
      const { run, machine, now } = this.#options;
      const isYoung = now() - Date.parse(record.startedAt) < YOUNG_MS;
      if (isYoung || (await probeSocket(record.socket)) === 'alive') return undefined;
      await removeDeadSocket(record.socket, machine);
      removeRecord(run.hosts, record.id);
      return undefined;
    }
  }

  /** A host that lives on after its link broke is met again soon; a dead one is cleared away by the same look. */
  #redialSoon(): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#scanQuietly();
    }, limits.gateway.redialMs);
    this.#timers.add(timer);
  }
}

function connectTo(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const timer = setTimeout(() => socket.destroy(), limits.gateway.helloMs);
    const onClose = () => {
      clearTimeout(timer);
      reject(new SallyportError('ERR_SERVER_UNAVAILABLE', 'Nobody takes the connection.'));
    };
    socket.on('error', () => {});
    socket.once('close', onClose);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('close', onClose);
      resolve(socket);
    });
  });
}
