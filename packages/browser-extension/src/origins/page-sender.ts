// Whose page a relay speaks for: what the browser says of the sender, never what the page says.
import { isRecord } from '@sallyport/protocol';

export interface PageSender {
  /** A secure web origin. */
  readonly origin: string;
  readonly tabId: number;
  /** For a frame: the origin of the page that its tab shows. */
  readonly within?: string;
  /** Whether this request may start a gateway that is not running, and with it the user's servers. */
  readonly mayStart?: boolean;
}

/** Undefined for a frame, a page without an origin of its own, one that is not shown, and a private window. */
export function pageSenderOf(sender: chrome.runtime.MessageSender | undefined, ownId: string): PageSender | undefined {
  return sender?.frameId === 0 ? documentOf(sender, ownId) : undefined;
}

/** For frames alone, and undefined as above. Whether the page around lets it in is not decided here. */
export function frameSenderOf(
  sender: chrome.runtime.MessageSender | undefined,
  ownId: string,
): (PageSender & { readonly within: string; readonly frameId: number }) | undefined {
  if (sender === undefined || !Number.isInteger(sender.frameId) || sender.frameId === 0) return undefined;
  const page = documentOf(sender, ownId);
  const within = secureOriginOf(sender.tab?.url);
  if (page === undefined || within === undefined) return undefined;
  return { ...page, within, frameId: Number(sender.frameId) };
}

function documentOf(sender: chrome.runtime.MessageSender, ownId: string): PageSender | undefined {
  if (sender.id !== ownId || sender.url === undefined) return undefined;
  const { tab } = sender;
  if (tab?.id === undefined || tab.incognito) return undefined;
  const { documentLifecycle = 'active' } = sender;
  if (documentLifecycle !== 'active') return undefined;
  const origin = secureOriginOf(sender.url);
  // A sandboxed document has the address of its site, but not its origin.
  const stated = isRecord(sender) && typeof sender.origin === 'string' ? sender.origin : origin;
  return origin !== undefined && stated === origin ? { origin, tabId: tab.id } : undefined;
}

/** Undefined unless the address is https, or http on this computer. */
export function secureOriginOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, protocol, hostname } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? origin : undefined;
}
