// What a site is for the guard, and what an agent may do on one.

/** `act` includes `read`: an action reports what it changed. */
type PageRight = 'read' | 'act';

/** Cookies and stored data: whoever has them is signed in as the user, so each is decided on its own. */
export type StateRight = 'readState' | 'changeState';

export type Right = PageRight | StateRight;

/** Without it nobody gets the other one. */
const basis: Readonly<Record<StateRight, PageRight>> = { readState: 'read', changeState: 'act' };

export function isStateRight(right: Right): right is StateRight {
  return right in basis;
}

/** The right to a page that a right to its state builds on. */
export function basisOf(right: StateRight): PageRight {
  return basis[right];
}

export type Decision = 'allow' | 'deny';

/** The site of a tab that has loaded nothing yet. */
export const EMPTY_SITE = 'about:blank';

/** The origin of an address, or its scheme where it has no origin. */
export function siteOf(address: string): string {
  if (!URL.canParse(address)) return EMPTY_SITE;
  const { origin, protocol } = new URL(address);
  if (origin !== 'null') return origin;
  return protocol === 'about:' ? EMPTY_SITE : protocol;
}

/** What an agent learns of an address on a site that it may not read: the site, without path and query. */
export function siteOnly(address: string): string {
  const site = siteOf(address);
  return /^https?:/.test(site) ? `${site}/` : site;
}
