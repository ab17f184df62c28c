// Whose document this is, as the browser sees it; a page cannot change what is read here.

/** An origin; empty for a document without one of its own, which the page around it has written. */
export function siteHere(): string {
  if (window.origin !== 'null') return window.origin;
  return /^https?:/.test(location.href) ? location.origin : '';
}
