// Hears what a page complains of while an agent acts on it: errors that it throws, and those it writes to its console.
import type { Place } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';

export interface Complaints {
  begin(place: Place): Promise<void>;
  /** Those since the beginning, the first ones where they are many. */
  end(place: Place): Promise<string[]>;
}

const ERRORS_MAX = 5;
const ERROR_CHARS = 200;

export function createComplaints(api: BrowserApi): Complaints {
  return {
    async begin({ tabId, frameId }) {
      const target = { tabId, frameIds: [frameId] };
      await api.scripting.executeScript({
        target,
        world: 'MAIN',
        func: install,
        args: [ERRORS_MAX, ERROR_CHARS],
        injectImmediately: true,
      });
    },
    async end({ tabId, frameId }) {
      const target = { tabId, frameIds: [frameId] };
      const [frame] = await api.scripting.executeScript({
        target,
        world: 'MAIN',
        func: remove,
        injectImmediately: true,
      });
      // What `remove` returns; a page that the act led to has heard nothing.
      return (frame?.result as string[] | null | undefined) ?? [];
    },
  };
}

interface Listening {
  [key: symbol]: (() => string[]) | undefined;
}

/** Injected as source text: it may use nothing of this file. */
function install(max: number, chars: number): void {
  const key = Symbol.for('dev.sallyport.complaints');
  const page = window as unknown as Listening;
  if (page[key] !== undefined) return;
  const heard: string[] = [];
  const note = (text: string) => {
    if (heard.length < max && !heard.includes(text)) heard.push(text.slice(0, chars));
  };
  const said = (value: unknown): string => {
    try {
      return typeof value === 'object' && value !== null && !(value instanceof Error)
        ? JSON.stringify(value)
        : String(value);
    } catch {
      return 'something that cannot be shown';
    }
  };
  const onError = ({ message, error }: ErrorEvent) => note(error instanceof Error ? said(error) : message);
  const onRejection = ({ reason }: PromiseRejectionEvent) => note(`unhandled rejection: ${said(reason)}`);
  const { error: writeError } = console;
  const watching = (...args: unknown[]) => {
    note(args.map(said).join(' '));
    writeError.apply(console, args);
  };
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  console.error = watching;
  page[key] = () => {
    delete page[key];
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    // Whatever the page itself has put in its place stays.
    if (console.error === watching) console.error = writeError;
    return heard;
  };
}

/** The same. */
function remove(): string[] {
  return (window as unknown as Listening)[Symbol.for('dev.sallyport.complaints')]?.() ?? [];
}
