// Run: finds apps by their records in the run directory and keeps one connection to each. Scans at start, on a knock and
// periodically.
import { type AppRecord, listRecords } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';

/** How often records of apps are looked for that did not knock. */
const SCAN_MS = 30_000;
/** When a link breaks but its host still runs, the gateway reconnects after this. */
const REDIAL_MS = 250;

/** A connection to the app of a record. */
export interface Found {
  /** Settles when the connection is closed. */
  readonly closed: Promise<unknown>;
  close(): Promise<void>;
}

export interface RecordFinderOptions<Live extends Found> {
  /** A folder of the run directory. */
  readonly folder: string;
  /** For the log. */
  readonly kind: 'host' | 'editor';
  /** Undefined when the app is gone. */
  readonly dial: (record: AppRecord) => Promise<Live | undefined>;
  /** Part of dialling: a scan waits for this too. */
  readonly onFound: (live: Live) => Promise<void>;
  /** Called at each scan with all records, and the connected ones by id. */
  readonly onRecords?: (records: readonly AppRecord[], live: ReadonlyMap<string, Live>) => void;
  readonly log: (line: string) => void;
}

export class RecordFinder<Live extends Found> {
  readonly #options: RecordFinderOptions<Live>;
  readonly #live = new Map<string, Live>();
  readonly #dialling = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: RecordFinderOptions<Live>) {
    this.#options = options;
  }

  /** Resolves when every app found now was dialled, successfully or not. */
  async start(): Promise<void> {
    const every = setInterval(() => this.#scanQuietly(), SCAN_MS);
    this.#timers.add(every);
    await this.scan();
  }

  async scan(): Promise<void> {
    if (this.#isClosed) return;
    const records = listRecords(this.#options.folder);
    this.#options.onRecords?.(records, this.#live);
    await Promise.all(records.map((record) => this.#dialOnce(record)));
  }

  /** May be called again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all([...this.#live.values()].map((live) => live.close()));
    await Promise.all(this.#dialling.values());
  }

  #scanQuietly(): void {
    const { kind, log } = this.#options;
    this.scan().catch((error: unknown) => log(`looking for ${kind}s failed: ${String(error)}`));
  }

  #dialOnce(record: AppRecord): Promise<void> {
    if (this.#live.has(record.id)) return Promise.resolve();
    const underWay = this.#dialling.get(record.id);
    if (underWay !== undefined) return underWay;
    const dialling = this.#dial(record)
      .catch((error: unknown) => {
        const what = error instanceof SallyportError ? `${error.code} ${error.message}` : String(error);
        this.#options.log(`${this.#options.kind} ${record.id.slice(0, 8)}: ${what}`);
      })
      .finally(() => this.#dialling.delete(record.id));
    this.#dialling.set(record.id, dialling);
    return dialling;
  }

  async #dial(record: AppRecord): Promise<void> {
    const live = await this.#options.dial(record);
    if (live === undefined) return;
    if (this.#isClosed) {
      await live.close();
      return;
    }
    this.#live.set(record.id, live);
    live.closed
      .then(() => {
        this.#live.delete(record.id);
        this.#redialSoon();
      })
      .catch(() => {});
    await this.#options.onFound(live);
  }

  /** An app that outlives its connection is dialled again; the same scan removes the record of a dead one. */
  #redialSoon(): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#scanQuietly();
    }, REDIAL_MS);
    this.#timers.add(timer);
  }
}
