// A fault in one line for the log, which must never hold what an agent or a page said.
import { SallyportError } from '@sallyport/protocol';

/** Codes and messages of ours carry no payloads; of a foreign error only its kind is told. */
export function describeFault(thrown: unknown): string {
  if (thrown instanceof SallyportError) return `${thrown.code} ${thrown.message}`;
  return thrown instanceof Error
    ? `${thrown.name} ${(thrown.stack ?? '').split('\n').slice(1, 4).join(' ').trim()}`
    : 'unknown';
}
