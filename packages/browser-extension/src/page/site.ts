// The site of this document as the browser sees it; a page cannot change it.

/** An origin; empty for a document without one, such as an `about:blank` frame, which its parent page has written. */
export function siteHere(): string {
  if (window.origin !== 'null') return window.origin;
  return /^https?:/.test(location.href) ? location.origin : '';
}
