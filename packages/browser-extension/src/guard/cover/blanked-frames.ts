// Frames that an agent may not read paint nothing while a picture is taken, wherever the page around puts their pixels.
import type { Clock } from '@sallyport/protocol';
import { pause } from '../../base/clock.ts';
import { inject } from '../../base/injection.ts';
import { type BrowserApi, captureTabOf } from '../../base/platform.ts';
import { EMPTY_SITE, siteOf } from '../../base/sites.ts';
import type { PageCaller } from '../../pages/page-caller.ts';
import type { SiteAccess } from '../access/site-access.ts';

export interface BlankOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly pages: PageCaller;
  readonly access: SiteAccess;
  readonly tabId: number;
  readonly signal: AbortSignal;
  /** A PDF also has names of elements that are hidden, but not of those without a layout. */
  readonly isForPrint?: boolean;
}

export interface BlankedFrames {
  /** Whether the document of this frame shows nothing when it is drawn anew. */
  isBlank(frameId: number): boolean;
  /** Hides what matches a selector in a document. */
  hide(frameId: number, selector: string): Promise<void>;
  /** Hides all frames of a document. */
  hideFramesOf(frameId: number): Promise<void>;
  hidesFramesOf(frameId: number): boolean;
  /** Resolves when the frames have painted without their content. To be called while the tab draws. */
  painted(): Promise<void>;
  /** Whether a document that may not be seen has come since, in a frame or in the tab itself, also if it has left again. */
  hasNew(): boolean;
  restore(): Promise<void>;
}

/** `!important` in the user's origin wins over every rule of the page, and without a transition it does so at once. */
const BLANK = 'visibility: hidden !important; transition: none !important;';
/** A hidden root still has its background. */
const NOTHING = `:root, *, *::before, *::after, ::backdrop { ${BLANK} } :root, body { background: none !important; }`;
const NO_LAYOUT = ':root { display: none !important; }';
const FRAMES = 'iframe, frame, object, embed, fencedframe';

/** A frame out of view does not draw, so it cannot say that it has. */
const PAINT_MS = 250;

export async function blankFrames(options: BlankOptions): Promise<BlankedFrames> {
  const { api, clock, pages, access, tabId, signal } = options;
  const undo: (() => Promise<unknown>)[] = [];
  const blanked = new Set<number>();
  const without = new Set<number>();
  /** Frames with another document since: the style went with the one before. */
  const renewed = new Set<number>();
  let isChanged = false;

  function onCommitted({ tabId: changed, frameId, url }: { tabId: number; frameId: number; url: string }): void {
    if (changed !== tabId) return;
    renewed.add(frameId);
    without.delete(frameId);
    const site = siteOf(url);
    if (site !== EMPTY_SITE && !access.allows(site, 'read')) isChanged = true;
  }

  async function style(frameId: number, css: string): Promise<void> {
    // Of its own, since browsers take away what has the same text, also when another call put it there.
    const sheet = {
      target: { tabId, frameIds: [frameId] },
      css: `${css} /* ${crypto.randomUUID()} */`,
      origin: 'USER' as const,
    };
    undo.push(() => api.scripting.removeCSS(sheet));
    await api.scripting.insertCSS(sheet);
  }

  const hide = (frameId: number, selector: string) => style(frameId, `${selector} { ${BLANK} }`);

  async function hideFramesOf(frameId: number): Promise<void> {
    await hide(frameId, FRAMES);
    without.add(frameId);
  }

  async function restore(): Promise<void> {
    api.webNavigation.onCommitted.removeListener(onCommitted);
    // A document that is gone took its style with it.
    await Promise.all(undo.splice(0).map((remove) => remove().catch(() => {})));
  }

  const isBlank = (frameId: number) => blanked.has(frameId) && !renewed.has(frameId);

  async function isDrawnBlank(frameId: number): Promise<boolean> {
    if (!isBlank(frameId)) return false;
    // Firefox draws all documents anew for each picture.
    if (captureTabOf(api) !== undefined) return true;
    const drawn = inject(api, { tabId, frameId }, afterNextFrame, []).then((result) => result === true);
    return Promise.race([drawn.catch(() => false), pause(clock, PAINT_MS, signal).then(() => false)]);
  }

  api.webNavigation.onCommitted.addListener(onCommitted);
  try {
    const frames = (await api.webNavigation.getAllFrames({ tabId })) ?? [];
    const isClosed = await Promise.all(
      frames.map(async ({ frameId }) => {
        if (frameId === 0) return false;
        // What cannot be asked is not shown.
        return (await pages.closedSite({ tabId, frameId }).catch(() => '')) !== undefined;
      }),
    );
    const closed = frames.filter((_, at) => isClosed[at]);
    await Promise.all(
      closed.map(({ frameId }) =>
        style(frameId, options.isForPrint ? `${NOTHING} ${NO_LAYOUT}` : NOTHING).then(
          () => blanked.add(frameId),
          () => {},
        ),
      ),
    );

    // One that takes no style, such as the PDF viewer, is hidden with its neighbours, also where no walk finds its element.
    // What is around a closed frame is hidden, unless that may be read.
    const around = closed.flatMap(({ frameId, parentFrameId }) =>
      isBlank(frameId) || closed.some((other) => other.frameId === parentFrameId) ? [] : [parentFrameId],
    );
    await Promise.all([...new Set(around)].map(hideFramesOf));

    return {
      restore,
      hide,
      hideFramesOf,
      isBlank,
      hidesFramesOf: (frameId) => without.has(frameId),
      hasNew: () => isChanged,
      async painted() {
        const drawn = await Promise.all(closed.map(({ frameId }) => isDrawnBlank(frameId)));
        // What is left may still show what it drew before: the document around shows none of its frames then.
        const around = new Set(closed.flatMap(({ parentFrameId }, at) => (drawn[at] ? [] : [parentFrameId])));
        await Promise.all([...around].map(hideFramesOf));
      },
    };
  } catch (error) {
    await restore();
    throw error;
  }
}

/** Injected as source text: it cannot use anything from this file. */
function afterNextFrame(): Promise<boolean> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
  });
}
