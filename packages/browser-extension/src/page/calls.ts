// The functions that the background may run in a page: names, arguments, results. All of it is plain data.

export interface SnapshotArgs {
  readonly maxChars: number;
  /** Only the part of the page under this ref. */
  readonly ref?: string | undefined;
}

export interface SnapshotResult {
  readonly text: string;
  /** Things on the page that did not fit. */
  readonly omitted: number;
}

export interface ClickArgs {
  readonly ref: string;
}

export interface ClickResult {
  /** Role and name of what was clicked. */
  readonly target: string;
  /** False where the tab is hidden, so that its timers run once a second. */
  readonly pageVisible: boolean;
  /** An address that the click would have opened in a new tab, in front of the user; the background opens it behind. */
  readonly opens?: string;
  /** Whether a link or a form now leads to another page, however long the browser takes to go there. */
  readonly leads: boolean;
}

export interface TravelArgs {
  /** Through the tab's history, backwards when negative. */
  readonly steps: number;
}

export interface PageCalls {
  snapshot(args: SnapshotArgs): SnapshotResult;
  click(args: ClickArgs): ClickResult;
  travel(args: TravelArgs): null;
}

/** A failure inside the page, as it crosses to the background. */
export interface PageFault {
  readonly code: 'ERR_INPUT_INVALID' | 'ERR_TOOL_FAILED';
  readonly message: string;
  readonly hint?: string;
}

/** One call as it enters a page. */
export interface PageRequest {
  /** Of the product: a page side that an earlier version left behind does not answer. */
  readonly version: string;
  readonly name: string;
  readonly args: unknown;
  /** No ref below this number may be given out: pages that this tab showed before have had them. */
  readonly firstRef: number;
}

export type PageAnswer =
  | { readonly state: 'done'; readonly value: unknown; readonly nextRef: number }
  | { readonly state: 'failed'; readonly fault: PageFault }
  /** The page side is not there, or is one of another version. */
  | { readonly state: 'absent' };

/** Where the page side is found by the function that the background injects; pages themselves cannot see it. */
export interface PageSide {
  sallyport?: { answer(request: PageRequest): PageAnswer };
}
