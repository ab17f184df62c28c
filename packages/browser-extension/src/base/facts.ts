// Plain data that the folders share: tabs, outcomes of actions, pictures and values of pages.
import type { DeviceName } from './devices.ts';
import type { Box, DropSide, Evidence, PictureMark, PicturePoint, Point } from './page-calls.ts';

/** One document: the top one of its tab has frame 0. */
export interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/** A key for maps by document. */
export function placeKey({ tabId, frameId }: Place): string {
  return `${tabId}:${frameId}`;
}

export interface TabFacts {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
}

/** `settled` is false when the page was still loading at the deadline. */
export interface LoadedTab extends TabFacts {
  readonly settled: boolean;
}

/** `evicted` is the session's own tab that was closed to make room. */
export interface OpenedTab extends LoadedTab {
  readonly evicted?: number;
}

export type Destination = { readonly url: string } | 'back' | 'forward' | 'reload';

/** A file that the browser saves, or has saved. */
export interface Download {
  /** On the user's disk; empty while the browser has not chosen one. */
  readonly path: string;
  readonly url: string;
  readonly state: string;
}

/** A page wanted to open the file picker, which was kept closed. */
export interface FileChooser {
  /** The file input, if it is in the page. */
  readonly ref?: string;
  readonly multiple: boolean;
}

/** The outcome of an action. */
export interface Outcome extends TabFacts, Evidence {
  /** Role and name of the element. */
  readonly target: string;
  readonly navigated: boolean;
  /** The page closed its own tab. */
  readonly tabClosed?: boolean;
  readonly urlChanged: boolean;
  readonly titleChanged: boolean;
  readonly openedTabs: readonly number[];
  readonly settled: boolean;
  readonly trusted: boolean;
  readonly pageVisible: boolean;
  readonly downloads: readonly Download[];
  readonly fileChooser?: FileChooser;
  /** Errors of the page, and failed requests. */
  readonly errors: readonly string[];
  /** Dialogs that opened, and whether each still waits for an answer. */
  readonly dialogs: readonly { readonly type: string; readonly message: string; readonly isOpen: boolean }[];
  /** Refs of fields that do not hold what they were given. */
  readonly unheld?: readonly string[];
  /** For a drag beside another element, where that can be seen. */
  readonly dropped?: DropSide;
  readonly note?: string;
  /** What changed is not told. */
  readonly isWithheld?: boolean;
}

/** A request of a tab, without secrets. */
export interface RequestFacts {
  /** r1, r2, … within the tab. */
  readonly ref: string;
  readonly method: string;
  readonly url: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Since the start: when it was sent, when its headers were answered, when it was complete. */
  readonly sentMs?: number;
  readonly answeredMs?: number;
  readonly durationMs?: number;
  readonly status?: number;
  /** "HTTP/1.1 200 OK" */
  readonly statusLine?: string;
  readonly error?: string;
  readonly isFromCache?: boolean;
  /** It went to a site that the agent may not read, so headers and body are left out. */
  readonly isClosed?: boolean;
  readonly requestHeaders: readonly { readonly name: string; readonly value: string }[];
  readonly responseHeaders: readonly { readonly name: string; readonly value: string }[];
  readonly requestBody?: string | undefined;
}

/** The body of a response as text, without secrets, or why there is none. */
export type ResponseBody =
  | { readonly text: string; readonly omittedChars: number }
  | { readonly missing: MissingResponse };

export type MissingResponse =
  /** It came from a site that the agent may not read. */
  | 'closed'
  | 'open'
  /** This browser gives none to extensions. */
  | 'browser'
  /** The user has switched the debugger off, or cancelled it. */
  | 'debugger'
  /** It came before responses of this tab were kept. */
  | 'notKept'
  | 'binary'
  /** The browser had it and has no longer. */
  | 'gone';

export interface Picture {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

export interface PictureOptions {
  /** Percent. */
  readonly quality: number;
  /** Relative to CSS pixels. */
  readonly scale: number;
  /** A part of the document, in its coordinates; without it the visible part. */
  readonly box?: Box | undefined;
  /** The same within the visible part, which is not laid out anew for it. */
  readonly part?: Box | undefined;
  /** Called right before each shot, when the tab draws. */
  readonly ready?: () => Promise<void>;
}

export interface Size {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a tab pretends to be; what is not named is the browser's own. */
export interface EmulatedState {
  readonly viewport?: Size | undefined;
  readonly device?: DeviceName | undefined;
  readonly media?: 'screen' | 'print' | undefined;
  readonly colorScheme?: 'light' | 'dark' | undefined;
  readonly reducedMotion?: boolean | undefined;
}

export interface EmulateRequest extends EmulatedState {
  /** Whether what was emulated before ends. */
  readonly reset: boolean;
}

/** A finished recording. */
export interface RecordedGif {
  /** Base64. */
  readonly data: string;
  readonly bytes: number;
  readonly frames: number;
  /** Actions after the last frame for which there was room. */
  readonly omitted: number;
}

export interface PdfOptions {
  /** Without it the page's own size, else A4. */
  readonly paper?: 'a4' | 'letter' | undefined;
  readonly landscape: boolean;
  readonly background: boolean;
}

export interface Pdf {
  /** Base64. */
  readonly data: string;
  readonly bytes: number;
  readonly pages: number;
}

/** The value as JSON, the thrown error, or that the document was replaced before or while the expression ran. */
export type Evaluated =
  | { readonly json: string }
  | { readonly thrown: string }
  | { readonly moved: 'before' | 'during' };

/** The results of a tab's documents, and a line for each site that the agent may not read. */
export interface ReadParts<Part> {
  readonly parts: readonly Part[];
  readonly withheld: readonly string[];
}

export interface AnnotatedRequest {
  /** Only this element. */
  readonly ref?: string | undefined;
  /** Only this part of an earlier picture, larger and without marks. */
  readonly zoom?: (Box & { readonly shot: string }) | undefined;
  /** Without marks, and not to be pointed at. */
  readonly plain?: { readonly sideMaxPx: number } | undefined;
}

/** A picture with the refs of what it shows. */
export interface Annotated {
  readonly shot: string;
  readonly picture: Picture;
  /** With the middle of each, in pixels of the picture. */
  readonly marks: readonly (Point & Pick<PictureMark, 'ref' | 'line'>)[];
  readonly omitted: number;
}

/** An element of a document, and the point on it. */
export interface PointedAt {
  readonly place: Place;
  readonly ref: string;
  readonly point: PicturePoint;
}
