// Gives the view of a tab a size by that of its window, and gives the window its own size again.
import { type Clock, limits, SallyportError } from '@sallyport/protocol';
import { until } from '../base/clock.ts';
import type { Size } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';

export interface ViewSizeOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
}

export class ViewSizes {
  readonly #options: ViewSizeOptions;
  /** By window, the size that it had before the first change. */
  readonly #before = new Map<number, Size>();

  constructor(options: ViewSizeOptions) {
    this.#options = options;
  }

  /** Returns the size of the view then. Throws if the window cannot have that size. */
  async resize({ tabId, signal }: { tabId: number; signal: AbortSignal }, wanted: Size | undefined): Promise<Size> {
    const { api, clock } = this.#options;
    const { windowId } = await api.tabs.get(tabId);
    if (wanted === undefined) {
      const own = this.#before.get(windowId);
      this.#before.delete(windowId);
      if (own !== undefined) await this.#setBack(windowId, own);
      return this.#view(tabId);
    }
    const { width = 0, height = 0, state } = await api.windows.get(windowId);
    if (state === 'minimized') throw isMinimized();
    const before = { width, height };
    const isFirst = !this.#before.has(windowId);
    if (isFirst) this.#before.set(windowId, before);
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
      if (isFirst) this.#before.delete(windowId);
      await this.#setBack(windowId, before);
      throw error;
    }
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
