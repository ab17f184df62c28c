// Describes a fault in one line for the log, without anything that an agent or a page said.
import { SallyportError } from '@sallyport/protocol';

/** Our own codes and messages carry no payloads; of other errors only the name and stack are logged. */
export function describeFault(thrown: unknown): string {
  if (thrown instanceof SallyportError) return `${thrown.code} ${thrown.message}`;
  return thrown instanceof Error
    ? `${thrown.name} ${(thrown.stack ?? '').split('\n').slice(1, 4).join(' ').trim()}`
    : 'unknown';
}
