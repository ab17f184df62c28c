// Chromium's debugger on one tab: attached for one piece of work at a time, and surely detached after it.
import { isRecord, SallyportError } from '@sallyport/protocol';
import { whenAborted } from '../abort.ts';
import type { BrowserApi } from '../platform.ts';

export type DebuggerApi = BrowserApi['debugger'];

/** Sends one command and returns its result. */
export type Command = (method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;

export interface DebuggerSessions {
  /** Ends with the signal even when the browser does not answer. Pieces of work on one tab wait for each other. */
  run<Result>(tabId: number, signal: AbortSignal, work: (command: Command) => Promise<Result>): Promise<Result>;
}

const PROTOCOL_VERSION = '1.3';

export function createDebuggerSessions(api: DebuggerApi): DebuggerSessions {
  const last = new Map<number, Promise<unknown>>();

  async function attached<Result>(
    tabId: number,
    signal: AbortSignal,
    work: (command: Command) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const target = { tabId };
    await api.attach(target, PROTOCOL_VERSION).catch((cause: unknown) => {
      throw notAttached(cause);
    });
    try {
      const command: Command = async (method, params) => {
        const result = await api.sendCommand(target, method, params);
        return isRecord(result) ? result : {};
      };
      return await Promise.race([work(command), whenAborted(signal)]);
    } finally {
      // Closing the tab, or the bar's Cancel, detaches too.
      await api.detach(target).catch(() => {});
    }
  }

  return {
    run(tabId, signal, work) {
      const before = last.get(tabId) ?? Promise.resolve();
      const mine = before.catch(() => {}).then(() => attached(tabId, signal, work));
      last.set(tabId, mine);
      const forget = () => {
        if (last.get(tabId) === mine) last.delete(tabId);
      };
      mine.then(forget, forget);
      return mine;
    },
  };
}

function notAttached(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The debugger could not be attached to this tab.', {
    hint: 'Another one may be, such as the developer tools; close them and try again.',
    cause,
  });
}
