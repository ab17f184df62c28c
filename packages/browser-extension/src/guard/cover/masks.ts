// Screenshots for an agent: frames of sites that it may not read are painted over.
import { SallyportError } from '@sallyport/protocol';
import type { Picture, PictureOptions, Place } from '../../base/facts.ts';
import type { Box, FrameBox, FrameBoxes, Point } from '../../base/page-calls.ts';
import type { Documents, Frame } from '../../pages/documents.ts';
import type { PageCaller } from '../../pages/page-caller.ts';
import { denied, type SiteAccess } from '../access/site-access.ts';
import { paintOver } from './paint.ts';

export interface MaskOptions {
  readonly pages: PageCaller;
  readonly documents: Documents;
  readonly access: SiteAccess;
  readonly tabId: number;
  readonly capture: (options: PictureOptions) => Promise<Picture>;
}

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
  const before = await closedBoxes(options);
  const picture = await capture(wanted);
  // A frame that moved during the capture is covered in both positions.
  const after = await closedBoxes(options);
  const closed = await pages.closedSite(top);
  if (closed !== undefined) throw denied(closed, 'read');
  const boxes = [before, after].flatMap((found) => inPicture(found, picture, wanted.box));
  return boxes.length === 0 ? picture : paintOver(picture, boxes, wanted.quality);
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
    for (const index of seen.lost) if (!(await isOpen(childAt(index)))) throw cannotMask();
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
    if (seen.frames.length === 0 && seen.lost.length === 0) return [];
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
  return new SallyportError('ERR_PERMISSION_DENIED', 'The picture would show a frame that you may not see.', {
    hint: 'Take a snapshot, which leaves out what you may not read.',
  });
}
