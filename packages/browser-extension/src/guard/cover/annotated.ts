// A picture with the refs of what it shows, and the way from its points back into the documents of the tab.
import { SallyportError } from '@sallyport/protocol';
import type { Annotated, AnnotatedRequest, Picture, Place, PointedAt } from '../../base/facts.ts';
import type { Box, PictureMark, PicturePoint, Point } from '../../base/page-calls.ts';
import { guardedPicture, type MaskOptions } from './masks.ts';
import { type DrawnMark, paintOver } from './paint.ts';
import { documentsIn, secretsIn, shifted } from './picture-documents.ts';
import { partIn, pointIn, type Shots } from './shots.ts';

export interface AnnotateOptions extends MaskOptions {
  readonly shots: Shots;
  readonly agentSession: string;
  readonly newId: () => string;
}

/** Clients make larger pictures smaller, and points in them no longer fit. */
const SIDE_MAX_PX = 1280;
const ZOOM_MAX = 4;
const QUALITY = 80;
/** A picture with more marks cannot be read; no document has more either. */
const MARKS_MAX = 150;
/** A page that scrolls or resizes itself faster than pictures are taken gets none. */
const TRIES_MAX = 3;

export async function annotatedPicture(options: AnnotateOptions, request: AnnotatedRequest): Promise<Annotated> {
  await options.pages.admit({ tabId: options.tabId, frameId: 0 }, 'read');
  const part = request.zoom && zoomed(options, request.zoom);
  if (request.zoom !== undefined) await requireView(options, request.zoom.shot);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const annotated = await tryOnce(options, request, part);
    if (annotated !== undefined) return annotated;
  }
  throw new SallyportError('ERR_TOOL_FAILED', 'The page keeps scrolling or changing its size.', {
    hint: 'Try again later, or take a snapshot and use its refs.',
  });
}

function zoomed({ shots, tabId, agentSession }: AnnotateOptions, zoom: NonNullable<AnnotatedRequest['zoom']>): Box {
  return partIn(shots.find(zoom.shot, { tabId, agentSession }), zoom);
}

/** What is zoomed into must be what the agent saw. */
async function requireView({ pages, tabId }: AnnotateOptions, shot: string): Promise<void> {
  const { isSame } = await pages.call({ tabId, frameId: 0 }, 'pictureState', { shot });
  if (isSame) return;
  throw new SallyportError('ERR_TOOL_FAILED', 'The page is no longer as in this screenshot.', {
    hint: 'Take a new annotated_screenshot and zoom into that.',
  });
}

/** Undefined where the page moved meanwhile. */
async function tryOnce(
  options: AnnotateOptions,
  { ref, zoom, plain }: AnnotatedRequest,
  part: Box | undefined,
): Promise<Annotated | undefined> {
  const { pages, shots, tabId, agentSession, newId } = options;
  const shot = newId();
  const hasMarks = zoom === undefined && plain === undefined;
  const place = await pages.placeOf(tabId, ref);
  const { found: documentsSeen } = await documentsIn(options, 'pictured', { shot, area: part });
  const scoped = ref === undefined ? undefined : await pages.call(place, 'pictured', { shot, ref });
  const [top] = documentsSeen;
  if (top === undefined) return undefined;
  const area = scoped === undefined ? (part ?? top.result.view) : shifted(scoped.view, await offsetOf(options, place));
  const { scrollX, scrollY } = await pages.call({ tabId, frameId: 0 }, 'boxOf', { ref: undefined });
  const longest = Math.max(area.width, area.height);
  const scale = Math.min((plain?.sideMaxPx ?? SIDE_MAX_PX) / longest, part === undefined ? 1 : ZOOM_MAX);
  const before = await secretsIn(options, shot);
  const picture = await guardedPicture(options, {
    quality: QUALITY,
    scale,
    part: { ...area, x: area.x + scrollX, y: area.y + scrollY },
  });
  const after = await secretsIn(options, shot);
  if (before === undefined || after === undefined) return undefined;
  const inPicture = (box: Box) => scaledTo(box, area, picture);
  const seen = scoped === undefined ? documentsSeen : [{ place, at: await offsetOf(options, place), result: scoped }];
  const found = !hasMarks
    ? []
    : seen.flatMap(({ at, result }) =>
        result.marks.map((mark): PictureMark => ({ ...mark, box: shifted(mark.box, at) })),
      );
  const marks = found.slice(0, MARKS_MAX).map((mark) => ({ ...mark, box: inPicture(mark.box) }));
  const drawn: DrawnMark[] = marks.map(({ ref: name, box }) => ({ name, box }));
  const painted = await paintOver(picture, [...before, ...after].map(inPicture), QUALITY, drawn);
  if (plain === undefined) shots.set(shot, { tabId, agentSession, area, width: picture.width, height: picture.height });
  const middles = marks.map(({ ref: of, line, box }) => ({ ref: of, line, ...middleOf(box) }));
  const inPages = seen.reduce((sum, { result }) => sum + result.omitted, 0);
  const omitted = !hasMarks ? 0 : inPages + found.length - marks.length;
  return { shot, picture: painted, marks: middles, omitted };
}

/**
 * What lies at a point of a picture now. Fails where the page is no longer as the agent saw it, and in frames that it may not
 * read.
 */
export async function pointedAt(options: AnnotateOptions, seen: PicturePoint): Promise<PointedAt> {
  const { pages, documents, shots, tabId, agentSession } = options;
  await pages.admit({ tabId, frameId: 0 }, 'read');
  let point = pointIn(shots.find(seen.shot, { tabId, agentSession }), seen);
  let place: Place = { tabId, frameId: 0 };
  const frames = await documents.framesOf(tabId);
  // Each turn goes one frame deeper.
  for (let depth = 0; depth <= frames.length; depth += 1) {
    const target = await pages.call(place, 'pointAt', { point });
    if ('ref' in target) return { place, ref: target.ref, point };
    const { frameId } = place;
    const child = frames.find(({ parentFrameId, index }) => parentFrameId === frameId && index === target.frameIndex);
    const closed = child === undefined ? 'another site' : await pages.closedSite(child);
    if (child === undefined || closed !== undefined) throw inClosedFrame(closed);
    place = child;
    point = { shot: seen.shot, x: target.x, y: target.y };
  }
  throw inClosedFrame('another site');
}

async function offsetOf({ documents }: AnnotateOptions, place: Place): Promise<Point> {
  return documents.inTab(place, { x: 0, y: 0 });
}

function scaledTo(box: Box, area: Box, { width, height }: Picture): Box {
  const [across, down] = [width / area.width, height / area.height];
  return {
    x: (box.x - area.x) * across,
    y: (box.y - area.y) * down,
    width: box.width * across,
    height: box.height * down,
  };
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

function inClosedFrame(site: string | undefined): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `A frame of ${site} lies there, which you may not read.`, {
    reason: 'SITE_DENIED',
    hint: 'Nothing was done. A snapshot with the ref of the frame asks the user.',
  });
}
