// Notifications of changes in an app, and subscriptions to single resources.
import type { Offer } from '../base/offer.ts';

export const TOOLS_CHANGED = 'notifications/tools/list_changed';
export const RESOURCE_UPDATED = 'notifications/resources/updated';

const SUBSCRIBE_MS = 10_000;

/** Subscribes to resources or unsubscribes, without waiting. For an unknown resource there are simply no notifications. */
export function changeSubscriptions(
  { extras }: Offer,
  method: 'resources/subscribe' | 'resources/unsubscribe',
  uris: Iterable<string>,
): void {
  for (const uri of uris) extras?.relay(method, { uri }, { signal: AbortSignal.timeout(SUBSCRIBE_MS) }).catch(() => {});
}
