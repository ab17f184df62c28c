// Screenshots for an agent: frames of sites that it may not read are blank in them, and painted over where they are.
import { SallyportError } from '@sallyport/protocol';
import type { Picture, PictureOptions, Place } from '../../base/facts.ts';
import type { Box, FrameBox, FrameBoxes, Point } from '../../base/page-calls.ts';
import type { Documents, Frame } from '../../pages/documents.ts';
import { denied } from '../access/site-access.ts';
import { type BlankOptions, blankFrames } from './blanked-frames.ts';
import { paintOver } from './paint.ts';

export interface MaskOptions extends BlankOptions {
  readonly documents: Documents;
  readonly capture: (options: PictureOptions) => Promise<Picture>;
}

/** A page that loads closed frames faster than pictures are taken gets none. */
const TRIES_MAX = 3;

/** Boxes in the viewport of the tab, and the viewport. */
interface Closed {
  readonly boxes: readonly Box[];
  readonly view: FrameBoxes;
}

export async function guardedPicture(options: MaskOptions, wanted: PictureOptions): Promise<Picture> {
  const { pages, access, tabId, capture } = options;
  const top = { tabId, frameId: 0 };
  await pages.admit(top, 'read');
  if (access.isUnrestricted) return capture(wanted);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const picture = await maskedPicture(options, wanted);
    const closed = await pages.closedSite(top);
    if (closed !== undefined) throw denied(closed, 'read');
    if (picture !== undefined) return picture;
  }
  throw cannotMask();
}

/** Undefined when a frame that may not be seen was loaded meanwhile. */
async function maskedPicture(options: MaskOptions, wanted: PictureOptions): Promise<Picture | undefined> {
  const frames = await blankFrames(options);
  try {
    let before: Closed | undefined;
    const picture = await options.capture({
      ...wanted,
      async ready() {
        await frames.painted();
        // Last, since it ends view transitions: one that begins now shows the frames blank.
        before = await closedBoxes(options);
      },
    });
    // A frame that moved during the capture is covered in both positions.
    const after = await closedBoxes(options);
    if (frames.hasNew()) return undefined;
    const boxes = [before ?? after, after].flatMap((found) => inPicture(found, picture, wanted.box ?? wanted.part));
    return boxes.length === 0 ? picture : await paintOver(picture, boxes, wanted.quality);
  } finally {
    await frames.restore();
  }
}

async function closedBoxes({ pages, documents, tabId }: MaskOptions): Promise<Closed> {
  const frames = await documents.framesOf(tabId);
  const top = { tabId, frameId: 0 };
  const view = await pages.call(top, 'frameBoxes', null);

  async function under(place: Place, seen: FrameBoxes, at: Point): Promise<Box[]> {
    const childAt = (index: number | undefined): Frame | undefined =>
      frames.find((frame) => frame.parentFrameId === place.frameId && frame.index === index);
    const isOpen = async (child: Frame | undefined): Promise<boolean> =>
      child !== undefined && (await pages.closedSite(child).catch(() => '')) === undefined;
    if (seen.isInTransition) throw inTransition();
    const boxes: Box[] = [];
    for (const box of seen.frames) {
      const child = childAt(box.index);
      if (child === undefined || !(await isOpen(child))) boxes.push(moved(box, at));
      else boxes.push(...(await inside(child, box, at)));
    }
    return boxes;
  }

  /** The closed parts of an open frame; the whole frame when they cannot be located. */
  async function inside(child: Frame, box: FrameBox, at: Point): Promise<Box[]> {
    const seen = await pages.call(child, 'frameBoxes', null).catch(() => undefined);
    if (seen === undefined) return [moved(box, at)];
    if (seen.frames.length === 0 && !seen.isInTransition) return [];
    if (box.content === undefined) return [moved(box, at)];
    return under(child, seen, { x: at.x + box.content.x, y: at.y + box.content.y });
  }

  return { boxes: await under(top, view, { x: 0, y: 0 }), view };
}

function moved({ x, y, width, height }: Box, at: Point): Box {
  return { x: x + at.x, y: y + at.y, width, height };
}

/** Browsers differ in whether the picture includes the scroll bar, so boxes are covered for both widths. */
export function inPicture({ boxes, view }: Closed, { width }: Pick<Picture, 'width'>, part: Box | undefined): Box[] {
  const from = part ?? { x: view.scrollX, y: view.scrollY };
  const scales = (part === undefined ? view.widths : [part.width]).map((whole) => width / whole);
  return boxes
    .filter((box) => box.width > 0 && box.height > 0)
    .flatMap((box) =>
      scales.map((scale) => ({
        x: Math.floor((box.x + view.scrollX - from.x) * scale) - 1,
        y: Math.floor((box.y + view.scrollY - from.y) * scale) - 1,
        width: Math.ceil(box.width * scale) + 2,
        height: Math.ceil(box.height * scale) + 2,
      })),
    );
}

function cannotMask(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The page keeps loading frames that you may not see.', {
    hint: 'Take a snapshot, which leaves out what you may not read, or try again later.',
  });
}

export function inTransition(): SallyportError {
  return new SallyportError(
    'ERR_PERMISSION_DENIED',
    'A view transition of the page may show a frame that you may not see.',
    {
      hint: 'Try again when it has ended, or take a snapshot.',
    },
  );
}
