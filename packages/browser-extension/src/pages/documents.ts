// All documents of a tab read as one: frames are matched by their index in the parent document.

import type { Place, ReadParts } from '../base/facts.ts';
import { injectInAll } from '../base/injection.ts';
import type { Box, FrameSlot, PageCalls, Point, SnapshotArgs, SnapshotResult } from '../base/page-calls.ts';
import type { BrowserApi } from '../base/platform.ts';
import { EMPTY_SITE, siteOf } from '../base/sites.ts';
import { tokensIn } from '../base/tokens.ts';
import { isReachable } from '../guard/access/addresses.ts';
import { withheld } from '../guard/access/withheld.ts';
import type { PageCaller } from './page-caller.ts';
import { type WatchedTab, watchTab } from './watched-tab.ts';

export interface Frame extends Place {
  readonly parentFrameId: number;
  /** Among the frames of its parent; undefined for the top document and where it is unknown. */
  readonly index: number | undefined;
}

export interface Documents {
  /** Top document first, without frames that no tool may use. */
  framesOf(tabId: number): Promise<Frame[]>;
  readAll<Name extends keyof PageCalls>(
    tabId: number,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReadParts<ReturnType<PageCalls[Name]>>>;
  /** Whether all documents of the tab have one origin, so no other can take the focus while text is typed. */
  isOneSite(tabId: number): Promise<boolean>;
  /** The same from now on; `end` must follow. */
  watch(tabId: number): WatchedTab;
  /** The ref of what has the focus, where that is inside a frame and nothing in the tab is of another site. */
  focusInFrame(tabId: number): Promise<string | undefined>;
  /** From the viewport of a frame to the viewport of the tab. */
  inTab(place: Place, point: Point): Promise<Point>;
  /** An element, or the whole page, in coordinates of the top document. */
  boxOf(tabId: number, ref: string | undefined): Promise<Box>;
  snapshot(tabId: number, args: SnapshotArgs): Promise<{ text: string; omitted: number }>;
}

/** A frame with less budget than this is left out. */
const MIN_TOKENS = 60;

export interface DocumentsOptions {
  readonly api: BrowserApi;
  readonly pages: PageCaller;
  /** Called with the document that a snapshot was asked of, once it is taken. */
  readonly onSnapshot: (place: Place) => void;
}

export function createDocuments({ api, pages, onSnapshot }: DocumentsOptions): Documents {
  async function framesOf(tabId: number): Promise<Frame[]> {
    const known = (await api.webNavigation.getAllFrames({ tabId })) ?? [];
    if (known.length < 2) return [{ tabId, frameId: 0, parentFrameId: -1, index: undefined }];
    const found = await injectInAll(api, tabId, ownIndex, []);
    const indices = new Map(found.map(({ frameId, result }) => [frameId, Number(result)]));
    return known
      .filter(({ frameId, url }) => frameId === 0 || (indices.has(frameId) && isReachable(url)))
      .sort((a, b) => a.frameId - b.frameId)
      .map(({ frameId, parentFrameId }) => ({ tabId, frameId, parentFrameId, index: indices.get(frameId) }));
  }

  async function inTab(place: Place, point: Point): Promise<Point> {
    if (place.frameId === 0) return point;
    const { tabId } = place;
    const frames = await framesOf(tabId);
    let { x, y } = point;
    let frame = frames.find(({ frameId }) => frameId === place.frameId);
    while (frame?.index !== undefined && frame.parentFrameId >= 0) {
      const { parentFrameId, index } = frame;
      const box = await pages.call({ tabId, frameId: parentFrameId }, 'frameBox', { index });
      x += box.x;
      y += box.y;
      frame = frames.find(({ frameId }) => frameId === parentFrameId);
    }
    return { x, y };
  }

  async function isOneSite(tabId: number, coming: readonly string[] = []): Promise<boolean> {
    const frames = (await api.webNavigation.getAllFrames({ tabId })) ?? [];
    const sites = [...frames.map(({ url }) => siteOf(url)), ...coming];
    // Most tabs with several sites say so in their addresses; documents without an address of their own say nothing.
    if (new Set(sites.filter((site) => site !== EMPTY_SITE)).size > 1) return false;
    if (frames.length < 2) return true;
    // A sandboxed frame has the address of its page, or none, but not its origin. A frame that cannot be asked counts as another's.
    const origins = new Map((await injectInAll(api, tabId, ownOrigin, [])).map((one) => [one.frameId, one.result]));
    const top = origins.get(0);
    return typeof top === 'string' && top !== 'null' && frames.every(({ frameId }) => origins.get(frameId) === top);
  }

  /** A frame of another site could take the focus to get keys that are meant for the page, so those are never followed. */
  async function focusInFrame(tabId: number): Promise<string | undefined> {
    let at = await pages.call({ tabId, frameId: 0 }, 'focusHere', null);
    if (!('frameIndex' in at) || !(await isOneSite(tabId))) return undefined;
    const frames = await framesOf(tabId);
    let frame = frames[0];
    while ('frameIndex' in at) {
      const { frameIndex }: { readonly frameIndex: number } = at;
      frame = frames.find(({ parentFrameId, index }) => parentFrameId === frame?.frameId && index === frameIndex);
      if (frame === undefined) return undefined;
      at = await pages.call(frame, 'focusHere', null);
    }
    return at.ref;
  }

  return {
    framesOf,
    inTab,
    isOneSite: (tabId) => isOneSite(tabId),
    watch: (tabId) => watchTab(api, tabId, isOneSite),
    focusInFrame,
    async boxOf(tabId, ref) {
      const place = await pages.placeOf(tabId, ref);
      const box = await pages.call(place, 'boxOf', { ref });
      if (place.frameId === 0) return box;
      const top = await pages.call({ tabId, frameId: 0 }, 'boxOf', { ref: undefined });
      const { x, y } = await inTab(place, { x: box.x - box.scrollX, y: box.y - box.scrollY });
      return { ...box, x: x + top.scrollX, y: y + top.scrollY };
    },
    async readAll<Name extends keyof PageCalls>(tabId: number, name: Name, args: Parameters<PageCalls[Name]>[0]) {
      const [top, ...others] = await framesOf(tabId);
      const parts = [await pages.call(top ?? { tabId, frameId: 0 }, name, args)];
      const closedSites = new Set<string>();
      // Not in parallel: each document numbers its refs after those of the one before.
      for (const frame of others) {
        const closed = await pages.closedSite(frame).catch(() => undefined);
        if (closed !== undefined) {
          closedSites.add(closed);
          continue;
        }
        const result = await pages.call(frame, name, args).catch(() => undefined);
        if (result !== undefined) parts.push(result);
      }
      return { parts, withheld: [...closedSites].map((site) => withheld(site)) };
    },
    async snapshot(tabId, args) {
      const frames = framesOf(tabId);
      // Callers that await them get the error.
      frames.catch(() => {});
      const place = await pages.placeOf(tabId, args.ref?.replace(/\+\d+$/, ''));
      const snapshot = await readDocument(pages, place, args, frames);
      onSnapshot(place);
      return snapshot;
    },
  };
}

async function readDocument(
  pages: PageCaller,
  place: Place,
  args: SnapshotArgs,
  allFrames: Promise<readonly Frame[]>,
): Promise<SnapshotResult> {
  const own = await pages.call(place, 'snapshot', args);
  if (own.frameIndex === undefined && own.frames.length === 0) return own;
  const frames = await allFrames;
  const childAt = (index: number) =>
    frames.find((frame) => frame.parentFrameId === place.frameId && frame.index === index);
  if (own.frameIndex !== undefined) {
    const child = childAt(own.frameIndex);
    return child === undefined ? own : readDocument(pages, child, { maxTokens: args.maxTokens }, allFrames);
  }
  let tokensLeft = args.maxTokens - tokensIn(own.text);
  let { omitted } = own;
  const inserts: { slot: FrameSlot; text: string }[] = [];
  for (const slot of own.frames) {
    const child = childAt(slot.index);
    if (child === undefined) continue;
    if (tokensLeft < MIN_TOKENS) {
      omitted += 1;
      inserts.push({ slot, text: `… a page of its own: ${slot.ref}` });
      continue;
    }
    const closed = await pages.closedSite(child).catch(() => undefined);
    if (closed !== undefined) {
      inserts.push({ slot, text: withheld(closed, slot.ref) });
      continue;
    }
    // A frame that is loading or gone is left out.
    const inner = await readDocument(pages, child, { maxTokens: tokensLeft }, allFrames).catch(() => undefined);
    if (inner === undefined) continue;
    tokensLeft -= tokensIn(inner.text);
    omitted += inner.omitted;
    inserts.push({ slot, text: inner.text });
  }
  return { text: stitch(own.text, inserts), omitted, frames: [] };
}

/** Inserts the lines of each frame after the line of its element. */
export function stitch(text: string, inserts: readonly { readonly slot: FrameSlot; readonly text: string }[]): string {
  const lines = text.split('\n');
  // From the end, so earlier line numbers stay valid.
  for (const { slot, text: inner } of [...inserts].reverse()) {
    if (inner === '') continue;
    lines.splice(slot.line, 0, ...inner.split('\n').map((line) => ' '.repeat(slot.depth) + line));
  }
  return lines.join('\n');
}

/** Injected as source text: it cannot use anything from this file. Windows of other sites can only be counted and compared. */
export function ownIndex(): number {
  if (window.parent === window) return -1;
  for (let index = 0; index < window.parent.length; index += 1) {
    if (window.parent[index] === window) return index;
  }
  return -1;
}

/** The same; a page cannot change it. */
function ownOrigin(): string {
  return window.origin;
}
