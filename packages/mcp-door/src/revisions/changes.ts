// The changes of an app that a client can hear of, and the watching of single resources on its behalf.
import type { Offer } from '../base/offer.ts';

export const TOOLS_CHANGED = 'notifications/tools/list_changed';
export const RESOURCE_UPDATED = 'notifications/resources/updated';

const WATCH_MS = 10_000;

/** Begins or ends the watching of resources. Nobody waits for it; an app that does not know one never tells of it. */
export function changeWatch(
  { extras }: Offer,
  method: 'resources/subscribe' | 'resources/unsubscribe',
  uris: Iterable<string>,
): void {
  for (const uri of uris) extras?.relay(method, { uri }, { signal: AbortSignal.timeout(WATCH_MS) }).catch(() => {});
}
