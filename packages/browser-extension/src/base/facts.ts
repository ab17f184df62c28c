// Plain facts that the rooms tell each other: where a tab is, what came of an action, pictures and values of pages.
import type { Box, Evidence } from './page-calls.ts';

/** One document: the top one of its tab has frame 0. */
export interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/** For maps of what is known of a document. */
export function placeKey({ tabId, frameId }: Place): string {
  return `${tabId}:${frameId}`;
}

export interface TabFacts {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
}

/** `settled` is false when the page was still loading at the end of our patience. */
export interface LoadedTab extends TabFacts {
  readonly settled: boolean;
}

/** `evicted` is the session's own tab that had to make room. */
export interface OpenedTab extends LoadedTab {
  readonly evicted?: number;
}

export type Destination = { readonly url: string } | 'back' | 'forward' | 'reload';

/** A file that the browser saves, or has saved. */
export interface Download {
  /** On the user's disk; empty when the browser has not chosen one. */
  readonly path: string;
  readonly url: string;
  readonly state: string;
}

/** A page asked for files, and got none. */
export interface FileChooser {
  /** The field, where it is in the page. */
  readonly ref?: string;
  readonly multiple: boolean;
}

/** What came of an act. */
export interface Outcome extends TabFacts, Evidence {
  /** Role and name of what was acted on. */
  readonly target: string;
  readonly navigated: boolean;
  readonly urlChanged: boolean;
  readonly titleChanged: boolean;
  readonly openedTabs: readonly number[];
  readonly settled: boolean;
  readonly trusted: boolean;
  readonly pageVisible: boolean;
  readonly downloads: readonly Download[];
  readonly fileChooser?: FileChooser;
  /** Errors of the page and its requests that failed. */
  readonly errors: readonly string[];
  /** Those that came up, and whether one still waits for its answer. */
  readonly dialogs: readonly { readonly type: string; readonly message: string; readonly isOpen: boolean }[];
  readonly note?: string;
}

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
  /** A part of the document, in its own coordinates; the visible one without it. */
  readonly box?: Box | undefined;
}

/** The value as JSON, what was thrown, or that another document came before the expression began or ended. */
export type Evaluated =
  | { readonly json: string }
  | { readonly thrown: string }
  | { readonly moved: 'before' | 'during' };

/** What the documents of a tab gave, and a line for each site whose documents may not be read. */
export interface ReadParts<Part> {
  readonly parts: readonly Part[];
  readonly withheld: readonly string[];
}
