// A PDF of a tab for an agent: frames of sites that it may not read and filled secret fields are blank in it.
import { SallyportError } from '@sallyport/protocol';
import { pause } from '../../base/clock.ts';
import type { Pdf, Place } from '../../base/facts.ts';
import type { Documents, Frame } from '../../pages/documents.ts';
import { denied } from '../access/site-access.ts';
import { type BlankedFrames, type BlankOptions, blankFrames } from './blanked-frames.ts';
import { inTransition } from './masks.ts';

export interface PdfGuardOptions extends BlankOptions {
  readonly documents: Documents;
  readonly print: () => Promise<Pdf>;
}

/** A page that fills secret fields or loads closed frames faster than it is printed gets no PDF. */
const TRIES_MAX = 3;
const UNDO_MS = 1_000;

export async function guardedPdf(options: PdfGuardOptions): Promise<Pdf> {
  const { pages, tabId } = options;
  const top = { tabId, frameId: 0 };
  await pages.admit(top, 'read');
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const pdf = await tryOnce(options);
    const closed = await pages.closedSite(top);
    if (closed !== undefined) throw denied(closed, 'read');
    if (pdf !== undefined) return pdf;
  }
  throw new SallyportError('ERR_PERMISSION_DENIED', 'The page keeps loading frames or fields that you may not see.', {
    hint: 'Take a snapshot, which leaves out what you may not read, or try again later.',
  });
}

/** Undefined when the page showed something meanwhile that was not hidden. */
async function tryOnce(options: PdfGuardOptions): Promise<Pdf | undefined> {
  const { pages } = options;
  const frames = await blankFrames({ ...options, isForPrint: true });
  const mark = `data-${crypto.randomUUID()}`;
  const marked: Place[] = [];
  try {
    await eachOpen(options, frames, {
      open: async (place) => {
        marked.push(place);
        await pages.call(place, 'markSecrets', { mark });
        await frames.hide(place.frameId, `[${mark}], [${mark}] *`);
      },
      // Their documents print what they show, and cannot be told apart by a style.
      closed: (around) => frames.hideFramesOf(around.frameId),
    });
    const pdf = await options.print();
    let isAll = true;
    await eachOpen(options, frames, {
      open: async (place) => {
        const { unmarked } = await pages.call(place, 'markSecrets', { mark });
        if (unmarked > 0 || !marked.some(({ frameId }) => frameId === place.frameId)) isAll = false;
      },
      closed: async (around) => {
        if (!frames.hidesFramesOf(around.frameId)) isAll = false;
      },
    });
    return isAll && !frames.hasNew() ? pdf : undefined;
  } finally {
    // A document that is gone took its marks with it, and one that shows a dialog does this when that is closed.
    const marks = marked.map((place) => pages.call(place, 'unmarkSecrets', { mark }).catch(() => {}));
    const undone = Promise.all([...marks, frames.restore()]);
    await Promise.race([undone, pause(options.clock, UNDO_MS, new AbortController().signal)]);
  }
}

interface DocumentHandlers {
  /** A document that the agent may read, top document first. */
  open(place: Place): Promise<void>;
  /** This document has a frame that must not be seen and is not blank by itself. */
  closed(around: Place): Promise<void>;
}

async function eachOpen(options: PdfGuardOptions, blanked: BlankedFrames, handlers: DocumentHandlers): Promise<void> {
  const { pages, documents, access, tabId } = options;
  const frames = await documents.framesOf(tabId);

  async function walk(place: Place): Promise<void> {
    await handlers.open(place);
    const { frames: boxes, isInTransition } = await pages.call(place, 'frameBoxes', null);
    if (isInTransition && !access.isUnrestricted) throw inTransition();
    for (const { index } of boxes) await walkFrame(place, index);
  }

  async function walkFrame(around: Place, index: number | undefined): Promise<void> {
    const child = index === undefined ? undefined : frames.find(isChildOf(around, index));
    if (child !== undefined && blanked.isBlank(child.frameId)) return;
    if (child !== undefined && (await isOpen(child))) {
      // A frame that is loading or gone cannot hide its own secrets.
      const isDone = await walk(child).then(
        () => true,
        () => false,
      );
      if (isDone) return;
    }
    // An element without a document, such as an empty frame, shows nothing; with one nobody knows what.
    if (child !== undefined || !access.isUnrestricted) await handlers.closed(around);
  }

  const isOpen = async (child: Frame): Promise<boolean> =>
    (await pages.closedSite(child).catch(() => '')) === undefined;

  await walk({ tabId, frameId: 0 });
}

function isChildOf(around: Place, index: number): (frame: Frame) => boolean {
  return (frame) => frame.parentFrameId === around.frameId && frame.index === index;
}
