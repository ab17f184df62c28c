// The icon that a tab shows, for the question that its page asks.

/** Enough for any icon; a page could put anything here. */
const ICON_CHARS = 50_000;
const PICTURE = /^data:image\/(?:png|gif|jpeg|webp|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** Undefined unless it is a picture in itself or one of the page's own site: our window asks no other site for anything. */
export function tabIcon(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || address.length > ICON_CHARS) return undefined;
  if (PICTURE.test(address)) return address;
  return URL.canParse(address) && new URL(address).origin === origin ? address : undefined;
}
