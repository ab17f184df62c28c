// The changes of an app that a client can hear of, and the watching of single resources on its behalf.
import type { RelayedMethod } from '@sallyport/protocol';
import type { Extras } from '../base/offer.ts';

export const TOOLS_CHANGED = 'notifications/tools/list_changed';
export const RESOURCE_UPDATED = 'notifications/resources/updated';

const WATCH_MS = 10_000;

export function watch(extras: Extras | undefined, uris: Iterable<string>): void {
  change(extras, 'resources/subscribe', uris);
}

export function unwatch(extras: Extras | undefined, uris: Iterable<string>): void {
  change(extras, 'resources/unsubscribe', uris);
}

/** Nobody waits for it; an app that does not know the resource never tells of it. */
function change(extras: Extras | undefined, method: RelayedMethod, uris: Iterable<string>): void {
  for (const uri of uris) extras?.relay(method, { uri }, { signal: AbortSignal.timeout(WATCH_MS) }).catch(() => {});
}
