// Records the errors that a page throws or logs during an action.
import type { Place } from '../base/facts.ts';
import type { Hook, PageWorld } from './page-world.ts';

const KIND = 'complaints';
const ERRORS_MAX = 5;
const ERROR_CHARS = 200;

export function beginComplaints(world: PageWorld, place: Place): Promise<void> {
  return world.hook(place, KIND, install, ERRORS_MAX, ERROR_CHARS);
}

/** The errors since `beginComplaints`; of many, the first ones. */
export async function endComplaints(world: PageWorld, place: Place): Promise<string[]> {
  const complaints = await world.report(place, KIND, 'end');
  return complaints.slice(0, ERRORS_MAX).map((text) => text.slice(0, ERROR_CHARS));
}

/** Injected as source text: it cannot use anything from this file. */
function install(name: string, max: number, chars: number): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return;
  const complaints: string[] = [];
  const note = (text: string) => {
    if (complaints.length < max && !complaints.includes(text)) complaints.push(text.slice(0, chars));
  };
  const textOf = (value: unknown): string => {
    try {
      return typeof value === 'object' && value !== null && !(value instanceof Error)
        ? JSON.stringify(value)
        : String(value);
    } catch {
      return 'something that cannot be shown';
    }
  };
  const onError = ({ message, error }: ErrorEvent) => note(error instanceof Error ? textOf(error) : message);
  const onRejection = ({ reason }: PromiseRejectionEvent) => note(`unhandled rejection: ${textOf(reason)}`);
  const { error: writeError } = console;
  const watching = (...args: unknown[]) => {
    note(args.map(textOf).join(' '));
    writeError.apply(console, args);
  };
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  console.error = watching;
  const hook: Hook = () => {
    delete page[name];
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    // A replacement by the page is kept.
    if (console.error === watching) console.error = writeError;
    return complaints.join('\0');
  };
  Object.defineProperty(window, name, { value: hook, configurable: true });
}
