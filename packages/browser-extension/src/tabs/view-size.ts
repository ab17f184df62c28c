// Gives the view of a tab a size by that of its window, and gives the window its own size again.
import { type Clock, limits, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import { until } from '../base/clock.ts';
import type { Size } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Store } from '../base/store.ts';

export interface ViewSizeOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  /** Keeps a window's own size over restarts of the worker. */
  readonly sizeStore: Store;
}

const resizedWindow = z.object({
  windowId: z.int(),
  /** The tab for which it was resized last. */
  tabId: z.int(),
  /** Its size before the first change. */
  own: z.object({ width: z.number(), height: z.number() }),
});

type ResizedWindow = z.infer<typeof resizedWindow>;

export class ViewSizes {
  readonly #options: ViewSizeOptions;
  /** At most one window has another size than its own. */
  #resized: Promise<ResizedWindow | undefined> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ViewSizeOptions) {
    this.#options = options;
  }

  /** Returns the size of the view then. Throws if the window cannot have that size. */
  resize({ tabId, signal }: { tabId: number; signal: AbortSignal }, wanted: Size): Promise<Size> {
    return this.#inTurn(async () => {
      signal.throwIfAborted();
      const { api, clock } = this.#options;
      const { windowId } = await api.tabs.get(tabId);
      const { width = 0, height = 0, state } = await api.windows.get(windowId);
      if (state === 'minimized') throw isMinimized();
      let before = await this.#known();
      if (before !== undefined && before.windowId !== windowId) before = await this.#giveBack(before);
      await this.#note({ windowId, tabId, own: before?.own ?? { width, height } });
      try {
        const view = await this.#view(tabId);
        const [across, down] = [wanted.width - view.width, wanted.height - view.height];
        const waitMs = limits.viewport.resizeMs;
        // Browsers refuse a window that would be more outside the screen than on it.
        const isTaken = await this.#set(windowId, { width: width + across, height: height + down }).then(
          () => true,
          () => false,
        );
        const isReached = async () => isSame(await this.#view(tabId), wanted);
        if (isTaken && (await until({ clock, signal, waitMs }, isReached))) return wanted;
        throw notReached(wanted, await this.#view(tabId));
      } catch (error) {
        await this.#note(before);
        await this.#setBack(windowId, { width, height });
        throw error;
      }
    });
  }

  /** The size of the tab's view; undefined if its window was not resized for it. */
  async sizeFor(tabId: number): Promise<Size | undefined> {
    const isResized = await this.#inTurn(async () => (await this.#known())?.tabId === tabId);
    return isResized ? this.#view(tabId) : undefined;
  }

  /** Does nothing unless the window was resized for this tab. The tab may be gone. */
  restore(tabId: number): Promise<void> {
    return this.#inTurn(async () => {
      const resized = await this.#known();
      if (resized?.tabId === tabId) await this.#giveBack(resized);
    });
  }

  /** The browser has restarted, so the ids now mean other windows and tabs. */
  forget(): void {
    void this.#note(undefined);
  }

  /** Or one would take the size that another has only begun to change for the window's own. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  #known(): Promise<ResizedWindow | undefined> {
    this.#resized ??= this.#options.sizeStore.read().then((value) => resizedWindow.safeParse(value).data);
    return this.#resized;
  }

  #note(resized: ResizedWindow | undefined): Promise<void> {
    this.#resized = Promise.resolve(resized);
    return this.#options.sizeStore.write(resized ?? null);
  }

  async #giveBack({ windowId, own }: ResizedWindow): Promise<undefined> {
    await this.#note(undefined);
    // A window that is gone needs no size.
    await this.#setBack(windowId, own).catch(() => {});
  }

  async #view(tabId: number): Promise<Size> {
    const { width = 0, height = 0 } = await this.#options.api.tabs.get(tabId);
    return { width, height };
  }

  /** A window that was larger than its screen, as without one, cannot be so again. */
  async #setBack(windowId: number, size: Size): Promise<void> {
    const { windows } = this.#options.api;
    await this.#set(windowId, size).catch(async () => {
      const { state } = await windows.get(windowId);
      if (state !== 'minimized') await windows.update(windowId, { state: 'maximized' });
    });
  }

  async #set(windowId: number, { width, height }: Size): Promise<void> {
    const { windows } = this.#options.api;
    // A maximised window has no size of its own; one that the user has minimised stays so.
    if ((await windows.get(windowId)).state !== 'minimized') await windows.update(windowId, { state: 'normal' });
    await windows.update(windowId, { width: Math.max(width, 1), height: Math.max(height, 1) });
  }
}

function isMinimized(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The user has minimised the window of this tab.', {
    hint: 'Its size was not changed. Go on without another viewport, or ask the user to restore the window.',
  });
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function notReached(wanted: Size, reached: Size): SallyportError {
  const [want, got] = [wanted, reached].map(({ width, height }) => `${width} × ${height}`);
  return new SallyportError('ERR_TOOL_FAILED', `The window cannot show a page in ${want} pixels, only in ${got}.`, {
    hint: 'It has its size from before again. Windows have a smallest size, and end at the screen.',
  });
}
