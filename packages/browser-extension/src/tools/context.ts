// What the tools need of the browser, as narrow as they need it; the background provides it, a test fakes it.
import type { AgentLabel } from '@sallyport/protocol';
import type { PageCalls } from '../page/calls.ts';

export interface TabFacts {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
}

/** `settled` is false when the page was still loading at the end of our patience. */
export interface LoadedTab extends TabFacts {
  readonly settled: boolean;
}

export type Destination = { readonly url: string } | 'back' | 'forward' | 'reload';

export interface TabHands {
  /** A new tab in the background, owned by the stay, loaded. */
  open(url: string): Promise<LoadedTab>;
  /** The same for an address that a page of `openerId` wanted opened. It is not the stay's last tab. */
  openFrom(openerId: number, url: string): Promise<number>;
  list(): Promise<{ readonly own: readonly TabFacts[]; readonly others: number }>;
  close(tabId: number): Promise<void>;
  /**
   * The tab to `verb`: this one, or without an id the stay's last one. Throws ERR_TAB_OWNED for any tab that is not the
   * stay's, ERR_INPUT_INVALID where there is none, ERR_PERMISSION_DENIED when it shows a page that no tool may touch.
   */
  reach(verb: string, tabId: number | undefined): Promise<TabFacts>;
  /** Whether the stay has a tab that `reach` finds without an id. */
  hasAny(): boolean;
  load(tabId: number, destination: Destination): Promise<LoadedTab>;
  /** Runs what may start a navigation or open tabs, and waits for the page that came of it; longer where one surely does. */
  settle<Result extends { readonly leads: boolean }>(
    tabId: number,
    act: () => Promise<Result>,
  ): Promise<Settled<Result>>;
}

export interface Settled<Result> {
  readonly result: Result;
  readonly tab: TabFacts;
  readonly navigated: boolean;
  /** Tabs that the page opened meanwhile; they belong to the stay. */
  readonly openedTabIds: readonly number[];
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
}

export interface ToolContext {
  readonly agent: AgentLabel;
  readonly signal: AbortSignal;
  readonly tabs: TabHands;
  /** Runs one function of the page side in the tab's top document. */
  page<Name extends keyof PageCalls>(
    tabId: number,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
  picture(tabId: number, options: PictureOptions): Promise<Picture>;
  /** What the agent reads; without it the output as JSON. */
  say(text: string): void;
  show(picture: Picture): void;
}
