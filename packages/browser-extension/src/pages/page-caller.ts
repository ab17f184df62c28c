// Runs functions of the page side in a frame, after checking site access.
import { SallyportError } from '@sallyport/protocol';
import { type Place, placeKey } from '../base/facts.ts';
import { injectInAll } from '../base/injection.ts';
import type { PageAnswer, PageCalls, PageSide } from '../base/page-calls.ts';
import type { NamedValue } from '../base/secret-texts.ts';
import { EMPTY_SITE, type Right, siteOf } from '../base/sites.ts';
import { type Need, needs } from '../guard/access/rights.ts';
import { denied, type SiteAccess } from '../guard/access/site-access.ts';
import { refused, type SecretSites } from '../guard/secrets/secret-sites.ts';
import { askPage, isUnreachable, type PageSideOptions, unreachable } from './page-side.ts';

/** The only way into pages. Nothing runs in a document that is closed to the agent. */
export interface PageCaller {
  call<Name extends keyof PageCalls>(
    place: Place,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
  /** The document that gave out a ref. The top one when none did: it throws the error for an unknown ref. */
  placeOf(tabId: number, ref: string | undefined): Promise<Place>;
  /**
   * Throws unless the agent has the right; asks the user where nothing is decided. Returns the site of the document,
   * undefined when access is unrestricted.
   */
  admit(place: Place, right: Right): Promise<string | undefined>;
  /** Whether the agent has the right already. Does not ask the user. */
  allows(place: Place, right: Right): Promise<boolean>;
  /** The site of a document that the agent may not read; undefined if it may. Does not ask the user. */
  closedSite(place: Place): Promise<string | undefined>;
  /** The origin of a document, as the browser sees it; empty for one without. */
  originOf(place: Place): Promise<string>;
}

export interface PageCallerOptions extends PageSideOptions {
  readonly access: SiteAccess;
  readonly secretSites: SecretSites;
  /** The last known site of each document: a first guess, which the document corrects. */
  readonly lastSites: Map<string, string>;
}

/** A document that changes its site more often than this during one call is given up. */
const MOVES_MAX = 4;
const LAST_SITES_MAX = 1000;

export function createPageCaller(options: PageCallerOptions): PageCaller {
  const { api, owners, access } = options;
  return {
    async call<Name extends keyof PageCalls>(place: Place, name: Name, args: Parameters<PageCalls[Name]>[0]) {
      const answer = await answerFor(options, place, name, args);
      if (answer.state === 'failed') {
        const { code, message, hint, reason, pageText } = answer.fault;
        const origin = options.lastSites.get(placeKey(place)) ?? EMPTY_SITE;
        const foreign = pageText === undefined ? undefined : [{ text: pageText, origin }];
        throw new SallyportError(code, message, { hint, reason, foreign });
      }
      if (answer.state !== 'done') throw unreachable(undefined);
      owners.noteNextRef(place.tabId, answer.nextRef);
      // Sent by a page side of the same version for this name.
      return answer.value as ReturnType<PageCalls[Name]>;
    },

    async placeOf(tabId, ref) {
      if (ref === undefined) return { tabId, frameId: 0 };
      // Most tabs have one document, and the browser knows that without a way into the page.
      const known = await api.webNavigation.getAllFrames({ tabId }).catch(() => null);
      if (known?.length === 1) return { tabId, frameId: 0 };
      const frames = await injectInAll(api, tabId, hasIssued, [ref]);
      return { tabId, frameId: frames.find(({ result }) => result === true)?.frameId ?? 0 };
    },

    async admit(place, right) {
      if (access.isUnrestricted) return undefined;
      const site = await siteOfDocument(options, place);
      await access.require(site, right);
      return site;
    },

    async allows(place, right) {
      return access.isUnrestricted || access.allows(await siteOfDocument(options, place), right);
    },

    async closedSite(place) {
      if (access.isUnrestricted) return undefined;
      const site = await siteOfDocument(options, place);
      return access.allows(site, 'read') ? undefined : site;
    },

    originOf: (place) => ownSite(options, place),
  };
}

/** The document answers only if it is still of the site that was checked. */
async function answerFor(
  options: PageCallerOptions,
  place: Place,
  name: keyof PageCalls,
  args: unknown,
): Promise<PageAnswer> {
  let site = guess(options, place, needs[name]);
  for (let moves = 0; moves < MOVES_MAX; moves += 1) {
    const guarded = site === null ? undefined : await secretsOf(options, place, site, name);
    const answer = await askPage(options, place, { name, args, site, ...guarded });
    if (answer.state === 'shown') throw options.secretSites.shown(guarded?.owner ?? '');
    if (answer.state !== 'elsewhere') {
      const now = site === null ? undefined : await secretsOf(options, place, site, name);
      // It was asked before the secret was typed, and may have answered after it.
      const isGuarded = ({ text }: NamedValue) => guarded?.secrets.some((known) => known.text === text) === true;
      if (now?.secrets.every(isGuarded) === false) throw typedMeanwhile();
      return answer;
    }
    site = note(options, place, answer.site);
    await check(options, place, site, needs[name]);
  }
  return { state: 'absent' };
}

/** What the answer must not hold. Throws for a site that is closed. Only the document of that site is told. */
async function secretsOf(
  options: PageCallerOptions,
  place: Place,
  site: string,
  name: keyof PageCalls,
): Promise<{ readonly owner: string; readonly secrets: readonly NamedValue[] } | undefined> {
  const { secretSites } = options;
  if (!secretSites.hasMarks) return undefined;
  const owner = await ownerOf(options, place, site);
  // Going away from a closed page is always allowed.
  if (name !== 'travel') secretSites.requireOpen(owner);
  const secrets = secretSites.valuesFor(owner, place.tabId);
  return secrets.length === 0 ? undefined : { owner, secrets };
}

function typedMeanwhile(): SallyportError {
  return refused('A secret was typed on this site in the meantime.', 'Take a snapshot to see the current page.');
}

/** The last known site saves a round trip. The user is never asked about a guess. */
function guess({ access, lastSites, secretSites }: PageCallerOptions, place: Place, { right }: Need): string | null {
  const site = lastSites.get(placeKey(place));
  // What no other site may know is sent where the site is certain.
  if (site === undefined || site === '' || secretSites.isMarked(site)) return null;
  return right === 'none' || access.allows(site, right) ? site : null;
}

async function check(options: PageCallerOptions, place: Place, site: string, { right, mayAsk }: Need): Promise<void> {
  if (right === 'none') return;
  const owner = await ownerOf(options, place, site);
  if (mayAsk) await options.access.require(owner, right);
  else if (!options.access.allows(owner, right)) throw denied(owner, right);
}

/** For documents without script access, such as a PDF, the address decides. */
async function siteOfDocument(options: PageCallerOptions, place: Place): Promise<string> {
  const own = await ownSite(options, place).catch(async (error: unknown) => {
    const frame = await options.api.webNavigation.getFrame(place).catch(() => null);
    if (!isUnreachable(error) || !frame?.url) throw error;
    return siteOf(frame.url);
  });
  return ownerOf(options, place, own);
}

/** As the document reports it: empty for one without its own origin. */
async function ownSite(options: PageCallerOptions, place: Place): Promise<string> {
  const answer = await askPage(options, place, { name: 'activity', args: null, site: null });
  if (answer.state !== 'elsewhere') throw unreachable(undefined);
  return note(options, place, answer.site);
}

/** A document without its own origin belongs to the site of its parent, which wrote it. */
async function ownerOf(options: PageCallerOptions, place: Place, site: string): Promise<string> {
  if (site !== '') return site;
  if (place.frameId === 0) return EMPTY_SITE;
  const frame = await options.api.webNavigation.getFrame(place);
  const around = { tabId: place.tabId, frameId: frame?.parentFrameId ?? 0 };
  return ownerOf(options, around, await ownSite(options, around));
}

function note({ lastSites }: PageCallerOptions, place: Place, site: string): string {
  if (lastSites.size > LAST_SITES_MAX) lastSites.clear();
  lastSites.set(placeKey(place), site);
  return site;
}

/** Injected as source text: it cannot use anything from this file. */
function hasIssued(ref: string): boolean {
  return (globalThis as PageSide).sallyport?.holds(ref) ?? false;
}
