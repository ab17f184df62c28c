// What the tools need of the browser, as narrow as they need it; the background provides it, a test fakes it.
import type { AgentLabel } from '@sallyport/protocol';
import type { Dialog, DialogAnswer } from '../drivers/dialogs.ts';
import type { Box, Evidence, PageActs, PageCalls, SnapshotArgs } from '../page/calls.ts';

export interface TabFacts {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
}

/** `settled` is false when the page was still loading at the end of our patience. */
export interface LoadedTab extends TabFacts {
  readonly settled: boolean;
}

/** `evicted` is the stay's own tab that had to make room. */
export interface OpenedTab extends LoadedTab {
  readonly evicted?: number;
}

export type Destination = { readonly url: string } | 'back' | 'forward' | 'reload';

export interface TabHands {
  /** A new tab in the background, owned by the stay, loaded. */
  open(url: string): Promise<OpenedTab>;
  /** The same for an address that a page of `openerId` wanted opened. It is not the stay's last tab. */
  openFrom(openerId: number, url: string): Promise<number>;
  list(): Promise<{ readonly own: readonly TabFacts[]; readonly others: number }>;
  close(tabId: number): Promise<void>;
  /** Gives one of the stay's tabs to the user. */
  release(tabId: number): Promise<void>;
  /** Takes a tab of the user, the one before their eyes without an id, once the user has said yes. */
  adopt(tabId: number | undefined): Promise<number>;
  /**
   * The tab to `verb`: this one, or without an id the stay's last one. Throws ERR_TAB_OWNED for any tab that is not the
   * stay's, ERR_INPUT_INVALID where there is none, ERR_PERMISSION_DENIED when it shows a page that no tool may touch.
   */
  reach(verb: string, tabId: number | undefined): Promise<TabFacts>;
  /** Whether the stay has a tab that `reach` finds without an id. */
  hasAny(): boolean;
  load(tabId: number, destination: Destination): Promise<LoadedTab>;
  /** Where a tab is now, whoever owns it: only for a tab that was reached. */
  facts(tabId: number): Promise<TabFacts>;
}

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

/** The value as JSON, or what was thrown. */
export type Evaluated = { readonly json: string } | { readonly thrown: string };

/** What the documents of a tab gave, and a line for each site whose documents may not be read. */
export interface ReadParts<Part> {
  readonly parts: readonly Part[];
  readonly withheld: readonly string[];
}

export interface ToolContext {
  readonly agent: AgentLabel;
  readonly signal: AbortSignal;
  readonly tabs: TabHands;
  /** Runs one function of the page side in the document that gave out `ref`, the tab's top one without. */
  page<Name extends keyof PageCalls>(
    at: { readonly tabId: number; readonly ref?: string | undefined },
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
  /** The same in every document of the tab that the agent may read, the top one first. */
  readAll<Name extends keyof PageCalls>(
    tabId: number,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReadParts<ReturnType<PageCalls[Name]>>>;
  /** The page as text, the documents of its frames in their places. */
  snapshot(tabId: number, args: SnapshotArgs): Promise<{ readonly text: string; readonly omitted: number }>;
  /** Acts on the page, waits until it rests, and tells what changed. */
  act<Name extends keyof PageActs>(tabId: number, name: Name, args: Parameters<PageActs[Name]>[0]): Promise<Outcome>;
  /** Runs an expression in the page's own world. */
  evaluate(tabId: number, expression: string): Promise<Evaluated>;
  /** For how long no request of the tab was open, in milliseconds. */
  networkStillness(tabId: number): number;
  /** Asks again and again until true; false after so many milliseconds. */
  until(waitMs: number, isTrue: () => Promise<boolean>): Promise<boolean>;
  /** Answers the dialog that holds the tab, or keeps the answer for the next act where dialogs never hold one. */
  answerDialog(tabId: number, answer: DialogAnswer): Promise<Dialog | 'next' | 'none'>;
  /** Where an element, or the whole page, lies in the tab's top document. */
  boxOf(tabId: number, ref: string | undefined): Promise<Box>;
  picture(tabId: number, options: PictureOptions): Promise<Picture>;
  /** What the agent reads; without it the output as JSON. */
  say(text: string): void;
  show(picture: Picture): void;
}
