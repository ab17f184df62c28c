// Which downloads are certainly those of an agent's tab.

export interface LoggedDownload {
  /** d1, d2, … within the tab: nobody can name a download of the user. */
  readonly ref: string;
  /** The browser's id. */
  readonly id: number;
  /** The site of the page that was there when it began. */
  readonly pageSite: string;
}

export interface DownloadLogOptions {
  readonly owners: {
    /** Whether both tabs belong to one session of an agent. */
    isSameOwner(one: number, other: number): boolean;
  };
}

/** Downloads that are remembered of a tab; the oldest is dropped. */
const KEPT_MAX = 50;

export class DownloadLog {
  readonly #options: DownloadLogOptions;
  readonly #tabs = new Map<number, { readonly kept: LoggedDownload[]; count: number }>();

  readonly #pending = new Set<Promise<void>>();

  constructor(options: DownloadLogOptions) {
    this.#options = options;
  }

  /** Whether a tab belongs to somebody else than `own` does. */
  isOfOther(tabId: number | undefined, own: number): boolean {
    return tabId === undefined || (tabId !== own && !this.#options.owners.isSameOwner(tabId, own));
  }

  /** Noted once `isOwn` has found out that it is this tab's, in the order in which downloads began. */
  noteIf(isOwn: Promise<boolean>, tabId: number, id: number, pageSite: string): void {
    const earlier = [...this.#pending];
    const work = Promise.all([isOwn.catch(() => false), ...earlier]).then(([isThisTabs]) => {
      if (isThisTabs) this.#note(tabId, id, pageSite);
      this.#pending.delete(work);
    });
    this.#pending.add(work);
  }

  /** Resolves when it is known whose each download so far is. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Oldest first. */
  list(tabId: number): readonly LoggedDownload[] {
    return this.#tabs.get(tabId)?.kept ?? [];
  }

  forget(tabId: number): void {
    this.#tabs.delete(tabId);
  }

  #note(tabId: number, id: number, pageSite: string): void {
    const log = this.#tabs.get(tabId) ?? { kept: [], count: 0 };
    this.#tabs.set(tabId, log);
    log.count += 1;
    log.kept.push({ ref: `d${log.count}`, id, pageSite });
    if (log.kept.length > KEPT_MAX) log.kept.shift();
  }
}
