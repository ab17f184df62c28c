// The annotated pictures that agents have looked at: whose they are, and what part of which tab each shows.
import { BoundedMap, SallyportError } from '@sallyport/protocol';
import type { Box, PicturePoint, Point } from '../../base/page-calls.ts';

export interface Shot {
  readonly tabId: number;
  readonly agentSession: string;
  /** What it shows, in the viewport of the tab. */
  readonly area: Box;
  /** In its own pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pages keep the last four of a document. */
const SHOTS_MAX = 100;

/** Short, since models repeat it; random, so that no id is right by chance. */
export function shotId(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `s${number.toString(36)}`;
}

export class Shots {
  readonly #shots = new BoundedMap<string, Shot>(SHOTS_MAX);

  set(id: string, shot: Shot): void {
    this.#shots.set(id, shot);
  }

  /** Throws for an id that this session has not got for this tab. */
  find(id: string, owner: Pick<Shot, 'tabId' | 'agentSession'>): Shot {
    const shot = this.#shots.get(id);
    if (shot?.tabId === owner.tabId && shot.agentSession === owner.agentSession) return shot;
    throw new SallyportError('ERR_INPUT_INVALID', `There is no screenshot ${id.slice(0, 40)} of this tab.`, {
      hint: 'Nothing was done. Take an annotated_screenshot and use its id.',
    });
  }
}

/** From pixels of the picture to the viewport of the tab. */
export function pointIn({ area, width, height }: Shot, { shot, x, y }: PicturePoint): PicturePoint {
  if (!(x >= 0 && y >= 0 && x < width && y < height)) throw outside({ x, y }, { width, height });
  return { shot, x: area.x + (x * area.width) / width, y: area.y + (y * area.height) / height };
}

/** The same for a part of the picture; what lies outside of it is left out. */
export function partIn({ area, width, height }: Shot, part: Box): Box {
  const [left, top] = [Math.max(part.x, 0), Math.max(part.y, 0)];
  const [right, bottom] = [Math.min(part.x + part.width, width), Math.min(part.y + part.height, height)];
  if (right - left < 1 || bottom - top < 1) throw outside(part, { width, height });
  const [across, down] = [area.width / width, area.height / height];
  return {
    x: area.x + left * across,
    y: area.y + top * down,
    width: (right - left) * across,
    height: (bottom - top) * down,
  };
}

function outside({ x, y }: Point, { width, height }: Pick<Shot, 'width' | 'height'>): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `(${x}, ${y}) is outside the screenshot.`, {
    hint: `It has ${width} × ${height} pixels.`,
  });
}
