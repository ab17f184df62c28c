// Whether a tab is talking to the network, by the browser's own events.
import type { BrowserApi } from '../platform.ts';
import type { Clock } from './clock.ts';

/** What a page keeps open for long, or what changes nothing on it. */
const IGNORED = new Set(['beacon', 'csp_report', 'media', 'ping', 'websocket', 'main_frame']);

interface Details {
  readonly requestId: string;
  readonly type: string;
}

/** Opened before the act; `close` ends its listening. */
export class NetworkWatch {
  readonly #clock: Clock;
  readonly #open = new Set<string>();
  readonly #undo: (() => void)[] = [];
  #lastEndAt: number;

  constructor({ api, clock, tabId }: { readonly api: BrowserApi; readonly clock: Clock; readonly tabId: number }) {
    this.#clock = clock;
    this.#lastEndAt = clock.now();
    const filter = { urls: ['<all_urls>'], tabId };
    const onStart = ({ requestId, type }: Details): undefined => {
      if (!IGNORED.has(type)) this.#open.add(requestId);
    };
    const onEnd = ({ requestId }: Details): void => {
      if (this.#open.delete(requestId)) this.#lastEndAt = clock.now();
    };
    const { onBeforeRequest, onCompleted, onErrorOccurred } = api.webRequest;
    onBeforeRequest.addListener(onStart, filter);
    onCompleted.addListener(onEnd, filter);
    onErrorOccurred.addListener(onEnd, filter);
    this.#undo.push(
      () => onBeforeRequest.removeListener(onStart),
      () => onCompleted.removeListener(onEnd),
      () => onErrorOccurred.removeListener(onEnd),
    );
  }

  /** For how long no request was open, in milliseconds. */
  stillness(): number {
    return this.#open.size > 0 ? 0 : this.#clock.now() - this.#lastEndAt;
  }

  close(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }
}
