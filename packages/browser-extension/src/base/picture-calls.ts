// What the background asks a page about a picture that is taken of it, and the points of such a picture.

/** In the viewport of this frame. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A point that an agent saw in a picture, in the viewport of the document that it lies in. */
export interface PicturePoint extends Point {
  /** The id of the picture. */
  readonly shot: string;
}

export interface PicturedArgs {
  readonly shot: string;
  /** Only this element, in its own document. */
  readonly ref?: string | undefined;
  /** What the picture shows of the viewport; all of it by default. */
  readonly area?: Box | undefined;
}

/** An element with a ref that a person sees in the picture. */
export interface PictureMark {
  readonly ref: string;
  /** As in a snapshot. */
  readonly line: string;
  readonly box: Box;
}

/** Boxes are in the viewport of the document. */
export interface Pictured {
  readonly view: Box;
  readonly marks: readonly PictureMark[];
  readonly omitted: number;
}

export interface PictureState {
  /** The document is scrolled, sized and zoomed as when the picture was announced. */
  readonly isSame: boolean;
  /** Fields that hold a secret. */
  readonly secrets: readonly Box[];
}

/** What lies at a point: an element, or the document of a frame. */
export type PointTarget = { readonly ref: string } | (Point & { readonly frameIndex: number });
