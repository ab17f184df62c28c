// What a site is for the guard, and what an agent may do on one.

/** `act` includes `read`: an action reports what it changed. */
export type Right = 'read' | 'act';

/** Cookies and stored data: whoever has them is signed in as the user, so each is decided apart from the page. */
export type StateRight = 'readState' | 'changeState';

/** The right to a page without which nobody gets at its state. */
export const basisOf: Readonly<Record<StateRight, Right>> = { readState: 'read', changeState: 'act' };

/** Where a tab keeps its cookies: each container and private window has its own. */
export interface CookieStore {
  readonly id: string;
  readonly kind: 'usual' | 'private' | 'container';
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

/** Whether a browser sends a cookie of that domain to the host. */
export function goesTo(domain: string, host: string): boolean {
  return domain.startsWith('.') ? host === domain.slice(1) || host.endsWith(domain) : host === domain;
}

/** What an agent learns of an address on a site that it may not read: the site, without path and query. */
export function siteOnly(address: string): string {
  const site = siteOf(address);
  return /^https?:/.test(site) ? `${site}/` : site;
}
