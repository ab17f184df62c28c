// The documents that a picture shows, and what in them must not be seen: secret fields, and frames that cannot be asked for theirs.
import type { Place } from '../../base/facts.ts';
import type { Box, FrameBox, PageCalls, Point } from '../../base/page-calls.ts';
import type { Frame } from '../../pages/documents.ts';
import type { MaskOptions } from './masks.ts';

type Tab = Pick<MaskOptions, 'pages' | 'documents' | 'tabId'>;

interface Seen<Result> {
  readonly place: Place;
  /** Its top left corner in the viewport of the tab. */
  readonly at: Point;
  readonly result: Result;
}

/** A frame that was left out, in the viewport of the tab. */
interface LeftOut {
  readonly box: Box;
  /** The document in it, where the agent may read it. */
  readonly child: Frame | undefined;
}

/** Runs in the documents that the agent may read and that are neither scaled nor turned, top document first. */
export async function documentsIn<Name extends 'pictured' | 'pictureState'>(
  { pages, documents, tabId }: Tab,
  name: Name,
  args: Parameters<PageCalls[Name]>[0],
): Promise<{ readonly found: readonly Seen<ReturnType<PageCalls[Name]>>[]; readonly leftOut: readonly LeftOut[] }> {
  const frames = await documents.framesOf(tabId);
  const found: Seen<ReturnType<PageCalls[Name]>>[] = [];
  const leftOut: LeftOut[] = [];

  async function readFrom(place: Place, at: Point): Promise<void> {
    found.push({ place, at, result: await pages.call(place, name, within(args, at)) });
    const { frames: boxes } = await pages.call(place, 'frameBoxes', null);
    for (const frame of boxes) await readFrame(place, frame, at);
  }

  async function readFrame(parent: Place, { index, content, ...own }: FrameBox, at: Point): Promise<void> {
    const box = shifted(own, at);
    const child =
      index === undefined
        ? undefined
        : frames.find((frame) => frame.parentFrameId === parent.frameId && frame.index === index);
    const isOpen = child !== undefined && (await pages.closedSite(child).catch(() => '')) === undefined;
    if (!isOpen || content === undefined) {
      leftOut.push({ box, child: isOpen ? child : undefined });
      return;
    }
    // A frame that is loading or gone cannot say what it shows.
    await readFrom(child, shifted(content, at)).catch(() => leftOut.push({ box, child: undefined }));
  }

  await readFrom({ tabId, frameId: 0 }, { x: 0, y: 0 });
  return { found, leftOut };
}

/** The part of the picture in the viewport of a document. */
function within<Args extends object>(args: Args, { x, y }: Point): Args {
  const { area } = args as { readonly area?: Box };
  return area === undefined ? args : { ...args, area: shifted(area, { x: -x, y: -y }) };
}

/** Undefined where a document has scrolled or changed its size since it was announced. */
export async function secretsIn(tab: Tab, shot: string): Promise<Box[] | undefined> {
  const { found, leftOut } = await documentsIn(tab, 'pictureState', { shot });
  if (found.some(({ result }) => !result.isSame)) return undefined;
  const boxes = found.flatMap(({ at, result }) => result.secrets.map((box) => shifted(box, at)));
  for (const { box, child } of leftOut) {
    if (child === undefined || !(await hasNoSecret(tab, child, shot))) boxes.push(box);
  }
  return boxes;
}

/** Of a frame that is scaled or turned nobody knows where its fields are shown, so one is enough to hide all of it. */
async function hasNoSecret({ pages }: Tab, child: Place, shot: string): Promise<boolean> {
  try {
    const { secrets } = await pages.call(child, 'pictureState', { shot });
    return secrets.length === 0 && (await pages.call(child, 'frameBoxes', null)).frames.length === 0;
  } catch {
    return false;
  }
}

export function shifted<Shape extends Point>(shape: Shape, by: Point): Shape {
  return { ...shape, x: shape.x + by.x, y: shape.y + by.y };
}
