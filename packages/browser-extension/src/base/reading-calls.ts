// What the background asks a page to read, and the answers.
export interface SnapshotArgs {
  readonly maxTokens: number;
  /** Only the part below this ref; e41+9 means the nine items after e41. */
  readonly ref?: string | undefined;
}

/** Where the text of a frame belongs in the text of the document around it. */
export interface FrameSlot {
  /** Among the frames of this document. */
  readonly index: number;
  /** The line after which the frame's lines are inserted, and their indentation. */
  readonly line: number;
  readonly depth: number;
  readonly ref: string;
}

export interface SnapshotResult {
  readonly text: string;
  /** The number of items that did not fit. */
  readonly omitted: number;
  readonly frames: readonly FrameSlot[];
  /** Set when the ref is a frame, whose content is in its own document. */
  readonly frameIndex?: number;
}

export interface FindArgs {
  readonly text: string;
  readonly isRegex: boolean;
  readonly maxHits: number;
}

export interface FindResult {
  readonly hits: readonly string[];
  readonly total: number;
}

export interface LocateArgs {
  /** Matched ignoring case. */
  readonly text: string;
  /** `field`: only what can be filled, by its label. */
  readonly wants: 'any' | 'field';
}

export interface Located {
  /** How good the matches are; the lowest is best. */
  readonly rank: number;
  readonly total: number;
  readonly hits: readonly { readonly ref: string; readonly line: string }[];
}

export interface BannerArgs {
  /** Whether its settings have just been opened. */
  readonly isOpened: boolean;
}

/** `open`: the settings, where the banner itself has nothing that rejects; `save`: them, with nothing optional on. */
export type BannerStep = 'reject' | 'close' | 'save' | 'open';

/** A cookie banner: the control to click, or else lines of what it offers. */
export interface Banner {
  readonly step: BannerStep | undefined;
  readonly ref: string | undefined;
  readonly offers: readonly string[];
}
