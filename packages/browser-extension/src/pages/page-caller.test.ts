import { SallyportError, systemClock } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { PageAnswer, PageRequest } from '../base/page-calls.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Right } from '../base/sites.ts';
import { denied, type SiteAccess } from '../guard/access/site-access.ts';
import { SecretSites } from '../guard/secrets/secret-sites.ts';
import { Owners } from '../tabs/owners.ts';
import { createPageCaller } from './page-caller.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };
const open = 'https://open.example';
const closed = 'https://closed.example';
const top = { tabId: 1, frameId: 0 };
const inner = { tabId: 1, frameId: 5 };

/** Documents by frame, as the browser would have them; `open` may be read and acted on, nothing else. */
function setUp(sites: Record<number, string>, lastSites = new Map<string, string>()) {
  const done: string[] = [];
  const asked: string[] = [];
  const permission = { letsIn: true, isGiven: true };
  const arriving: { now?: Promise<void> } = {};
  const answer = (frameId: number, { site, name }: PageRequest): PageAnswer => {
    const own = sites[frameId] ?? '';
    if (site !== own) return { state: 'elsewhere', site: own };
    done.push(`${name} in ${frameId}`);
    return { state: 'done', value: name, nextRef: 1 };
  };
  const api = {
    scripting: {
      executeScript: async ({ target, args }: { target: { frameIds?: number[] }; args: [PageRequest] }) => {
        if (target.frameIds === undefined) {
          done.push('a look into all documents');
          return Object.keys(sites).map((frameId) => ({ frameId: Number(frameId), result: frameId === '5' }));
        }
        if (!permission.letsIn) throw new Error('Missing host permission for the tab');
        return [{ result: answer(target.frameIds[0] ?? 0, args[0]) }];
      },
    },
    webNavigation: {
      getFrame: async () => ({ parentFrameId: 0, url: 'about:srcdoc' }),
      getAllFrames: async () => Object.keys(sites),
    },
  };
  const access: SiteAccess = {
    isUnrestricted: false,
    allows: (site) => site === open,
    async require(site: string, right: Right) {
      asked.push(`${right} ${site}`);
      if (site !== open) throw denied(site, right);
    },
    requireTab: async () => {},
  };
  const owners = new Owners({ read: async () => [], write: async () => {} });
  owners.claim(1, agent);
  const pages = createPageCaller({
    // What the caller uses of the browser.
    api: api as unknown as BrowserApi,
    owners,
    dialogs: { unlessDialogOpens: (_, work) => work },
    clock: systemClock,
    arrivals: { ready: () => arriving.now },
    access,
    secretSites: new SecretSites({
      store: { read: async () => undefined, write: async () => {} },
      clock: systemClock,
      onShown: () => {},
    }),
    hasHostPermission: async () => permission.isGiven,
    lastSites,
  });
  return { pages, done, asked, sites, permission, arriving };
}

describe('the way into a page', () => {
  it('willNavigate past the guard, by the site that the document itself names', async () => {
    const { pages, done, asked } = setUp({ 0: open, 5: closed });
    expect(await pages.call(top, 'readText', { maxChars: 9 })).toBe('readText');
    await expect(pages.call(inner, 'readText', { maxChars: 9 })).rejects.toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
      data: { site: closed, right: 'read' },
    });
    expect({ done, asked }).toEqual({ done: ['readText in 0'], asked: [`read ${open}`, `read ${closed}`] });
  });

  it('waits for what comes into the top document as it begins', async () => {
    const { pages, done, arriving } = setUp({ 0: open, 5: open });
    const { promise, resolve } = Promise.withResolvers<void>();
    arriving.now = promise;
    const inTop = pages.call(top, 'readText', { maxChars: 9 });
    await pages.call(inner, 'readText', { maxChars: 9 });
    await new Promise(setImmediate);
    expect(done).toEqual(['readText in 5']);
    resolve();
    await inTop;
    expect(done).toEqual(['readText in 5', 'readText in 0']);
  });

  it('looks for the document of a ref only where there are several', async () => {
    const alone = setUp({ 0: open });
    expect(await alone.pages.placeOf(1, 'e7')).toEqual(top);
    expect(alone.done).toEqual([]);
    const framed = setUp({ 0: open, 5: open });
    expect(await framed.pages.placeOf(1, 'e7')).toEqual(inner);
    expect(framed.done).toEqual(['a look into all documents']);
  });

  it('asks for the right to act before an action', async () => {
    const { pages, asked } = setUp({ 0: closed });
    await expect(pages.call(top, 'hover', { ref: 'e1' })).rejects.toThrow('act on');
    expect(asked).toEqual([`act ${closed}`]);
  });

  it('does nothing in a document that took the place of an allowed one', async () => {
    const { pages, done, sites } = setUp({ 0: open });
    await pages.call(top, 'readText', { maxChars: 9 });
    sites[0] = closed;
    await expect(pages.call(top, 'readText', { maxChars: 9 })).rejects.toThrow('SITE_DENIED');
    expect(done).toEqual(['readText in 0']);
  });

  it('asks the user about no site that was only there before', async () => {
    const { pages, asked } = setUp({ 0: open }, new Map([['1:0', closed]]));
    await pages.call(top, 'readText', { maxChars: 9 });
    expect(asked).toEqual([`read ${open}`]);
  });

  it('never asks the user about what an action has left behind', async () => {
    const { pages, asked } = setUp({ 0: closed });
    await expect(pages.call(top, 'activity', null)).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    expect(asked).toEqual([]);
  });

  it('takes a document without an origin for one of the site around it', async () => {
    const { pages } = setUp({ 0: open, 5: '' });
    expect(await pages.call(inner, 'readText', { maxChars: 9 })).toBe('readText');
    const foreign = setUp({ 0: closed, 5: '' });
    await expect(foreign.pages.call(inner, 'readText', { maxChars: 9 })).rejects.toThrow(closed);
  });

  it('tells which documents are closed, and asks nobody', async () => {
    const { pages, asked } = setUp({ 0: open, 5: closed });
    expect([await pages.closedSite(top), await pages.closedSite(inner)]).toEqual([undefined, closed]);
    expect(asked).toEqual([]);
    expect([await pages.allows(top, 'act'), await pages.allows(inner, 'act')]).toEqual([true, false]);
    expect(asked).toEqual([]);
    expect(await pages.admit(top, 'act')).toBe(open);
    await expect(pages.admit(inner, 'read')).rejects.toBeInstanceOf(SallyportError);
  });

  it('that the browser closes to all pages says so, and what the user can do', async () => {
    const { pages, permission } = setUp({ 0: open });
    permission.letsIn = false;
    await expect(pages.call(top, 'readText', { maxChars: 9 })).rejects.toThrow(
      'The page of this tab cannot be reached',
    );
    permission.isGiven = false;
    await expect(pages.call(top, 'readText', { maxChars: 9 })).rejects.toMatchObject({
      message: expect.stringContaining('does not allow Sallyport on this page'),
      hint: expect.stringContaining('"Allow on all sites"'),
    });
  });
});
