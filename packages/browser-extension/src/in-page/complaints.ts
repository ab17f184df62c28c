// Records the errors that a page throws or logs during an action.
import type { Place } from '../base/facts.ts';
import { complaintsKind } from '../base/hook-kinds.ts';
import type { Hook, PageWorld } from './page-world.ts';

const ERRORS_MAX = 5;
const ERROR_CHARS = 200;

/** They are recorded at once, or from the first action on. */
export function installComplaints(world: PageWorld, place: Place, begins: boolean): Promise<void> {
  return world.hook(place, complaintsKind, install, begins, ERRORS_MAX, ERROR_CHARS);
}

/** The errors since the action began; of many, the first ones. */
export async function endComplaints(world: PageWorld, place: Place): Promise<string[]> {
  return readComplaints(await world.report(place, complaintsKind, 'end'));
}

export function readComplaints(items: readonly string[]): string[] {
  return items.slice(0, ERRORS_MAX).map((text) => text.slice(0, ERROR_CHARS));
}

/** Injected as source text: it cannot use anything from this file. */
function install(name: string, begins: boolean, max: number, chars: number): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return void (begins && page[name]('begin'));
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
  let restore = () => {};
  function begin(): void {
    const { error: writeError } = console;
    // Another one each time: the page may have wrapped the last one, and would call itself by it.
    const watching = (...args: unknown[]) => {
      note(args.map(textOf).join(' '));
      writeError.apply(console, args);
    };
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    console.error = watching;
    restore = () => {
      // A replacement by the page is kept.
      if (console.error === watching) console.error = writeError;
    };
  }
  const hook: Hook = (verb) => {
    if (verb === 'read') return complaints.join('\0');
    const report = complaints.splice(0).join('\0');
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    restore();
    if (verb === 'begin') begin();
    return report;
  };
  Object.defineProperty(window, name, { value: hook, configurable: true });
  if (begins) begin();
}
