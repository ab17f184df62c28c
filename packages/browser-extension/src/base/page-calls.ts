// The functions that the background may run in a page: names, arguments, results. All of it is plain data.
import type { ErrorReason } from '@sallyport/protocol';

export interface SnapshotArgs {
  readonly maxTokens: number;
  /** Only the part of the page under this ref; e41+9 are the nine things after e41. */
  readonly ref?: string | undefined;
}

/** Where the text of a frame belongs in the text of the document around it. */
export interface FrameSlot {
  /** Its place among the frames of this document. */
  readonly index: number;
  /** The line of the text after which the frame's own lines come, and how deep they stand. */
  readonly line: number;
  readonly depth: number;
  readonly ref: string;
}

export interface SnapshotResult {
  readonly text: string;
  /** Things on the page that did not fit. */
  readonly omitted: number;
  readonly frames: readonly FrameSlot[];
  /** Set where the ref that was asked for is a frame: its content is in that frame's own document. */
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

export type MouseButton = 'left' | 'middle' | 'right';

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** One of several steps: what changed before belongs to it too. */
export interface Step {
  readonly goesOn?: boolean;
}

export interface ClickArgs extends Step {
  readonly ref: string;
  readonly button: MouseButton;
  readonly double: boolean;
  readonly modifiers: readonly Modifier[];
}

export interface TypeArgs extends Step {
  readonly ref: string;
  readonly text: string;
  /** Keeps what stands there and writes behind it. */
  readonly append: boolean;
  /** Presses Enter after it. */
  readonly submit: boolean;
}

export interface PressKeyArgs {
  /** What has the focus, without it. */
  readonly ref?: string | undefined;
  /** As KeyboardEvent.key names it. */
  readonly key: string;
  readonly modifiers: readonly Modifier[];
}

export interface FillArgs extends Step {
  readonly fields: readonly { readonly ref: string; readonly value: string | boolean | readonly string[] }[];
}

export interface UploadArgs {
  /** What the page asked with last, without it: known to the debugger alone. */
  readonly ref?: string | undefined;
  readonly files: readonly { readonly name: string; readonly mimeType: string; readonly base64: string }[];
}

export interface ScrollArgs {
  /** Scrolled into view; with a direction what is scrolled itself. */
  readonly ref?: string | undefined;
  readonly direction?: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom' | undefined;
  /** In screens. */
  readonly amount: number;
}

/** What the page side reports about an action. */
export interface ActionResult {
  /** Role and name of what was acted on. */
  readonly target: string;
  /** False where the tab is hidden, so that its timers run once a second. */
  readonly pageVisible: boolean;
  /** An address that a click would have opened in a new tab, in front of the user; the background opens it behind. */
  readonly opens?: string;
  /** Whether a link or a form now leads to another page, however long the browser takes to go there. */
  readonly leads: boolean;
  /** A click would have shown the browser's window for choosing files; it was kept closed. */
  readonly chooser?: { readonly ref: string; readonly multiple: boolean };
}

/** The actions that a tool may ask for; each starts to record changes. */
export interface PageActions {
  click(args: ClickArgs): ActionResult;
  hover(args: { readonly ref: string }): ActionResult;
  drag(args: { readonly ref: string; readonly toRef: string }): ActionResult;
  type(args: TypeArgs): ActionResult;
  pressKey(args: PressKeyArgs): ActionResult;
  fill(args: FillArgs): ActionResult;
  scroll(args: ScrollArgs): ActionResult;
  upload(args: UploadArgs): ActionResult;
}

/** What changed since the last action began. */
export interface Evidence {
  readonly changes: readonly string[];
  /** What the target is now: role, name, states, value; missing when it is gone. */
  readonly targetNow?: string;
  /** What has the focus, where that moved. */
  readonly focus?: string;
}

export type Condition =
  | { readonly kind: 'text' | 'gone'; readonly text: string }
  | { readonly kind: 'ref'; readonly ref: string; readonly state: RefState };

export type RefState = 'shown' | 'hidden' | 'enabled' | 'disabled' | 'checked' | 'unchecked' | 'focused';

export interface Landing extends Pick<ActionResult, 'opens' | 'leads' | 'chooser'> {
  /** Whether the page saw a pointer or key that is a person's. */
  readonly heard: boolean;
}

/** A point of this frame's own view. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Aim extends Point {
  readonly target: string;
}

export interface FillPlan {
  readonly target: string;
  readonly steps: readonly { readonly ref: string; readonly way: 'type' | 'click' | 'set' | 'none' }[];
}

export interface DragPlan {
  readonly target: string;
  readonly from: Point;
  readonly to: Point;
  /** The browser makes a drag of its own of it. */
  readonly isDraggable: boolean;
}

export interface PageCalls extends PageActions {
  snapshot(args: SnapshotArgs): SnapshotResult;
  find(args: FindArgs): FindResult;
  readText(args: { readonly maxChars: number }): { readonly text: string; readonly omittedChars: number };
  /** The ref of the first element that a CSS selector finds. */
  pick(args: { readonly selector: string }): string;
  evidence(args: null): Evidence;
  /** How long nothing has changed on the page, in milliseconds. */
  idleMs(args: null): number;
  isTrue(args: Condition): boolean;
  travel(args: { readonly steps: number }): null;
  /** Scrolls to the target, checks that it can be acted on there, and starts to record changes: the debugger performs the input. */
  aim(args: { readonly ref: string } & Step): Aim;
  planFill(args: FillArgs): FillPlan;
  checkFilled(args: FillArgs): null;
  planDrag(args: { readonly ref: string; readonly toRef: string }): DragPlan;
  /** The result of an action that was aimed before, as far as the page knows. */
  landed(args: null): Landing & Pick<ActionResult, 'pageVisible'>;
  /** Focuses a field and selects what must go, and starts to watch. */
  focusField(args: TypeArgs): Aim;
  /** The same for keys. */
  focusFor(args: { readonly ref: string | undefined }): Aim;
  /** Whether a person's pointer or key came here since the aim. */
  isHeard(args: null): boolean;
  /** The same once the pointer is there: where the target is now, after what the pointer itself has moved or opened. */
  aimAgain(args: { readonly ref: string }): Point & { readonly heard: boolean };
  /** The place of a frame of this document in its view. */
  frameBox(args: { readonly index: number }): Point;
  /** All frames of this document in its view, and how many there are that could not be seen from here. */
  frameBoxes(args: null): FrameBoxes;
  /** The whole element, in coordinates of the document. */
  boxOf(args: { readonly ref: string | undefined }): Box & { readonly scrollX: number; readonly scrollY: number };
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface FrameBoxes {
  readonly frames: readonly FrameBox[];
  /** Places of frames whose elements were not found, as those in closed shadow roots. */
  readonly lost: readonly number[];
  readonly scrollX: number;
  readonly scrollY: number;
  /** Width of the view without and with its scroll bar. */
  readonly widths: readonly [number, number];
}

export interface FrameBox extends Box {
  /** Among the frames of the document; undefined for an element that shows none yet. */
  readonly index: number | undefined;
  /** Where its content begins; undefined where the frame is drawn larger, smaller or turned. */
  readonly content: Point | undefined;
}

/** A failure inside the page, as it crosses to the background. */
export interface PageFault {
  readonly code: 'ERR_INPUT_INVALID' | 'ERR_TOOL_FAILED';
  readonly reason?: ErrorReason;
  readonly message: string;
  readonly hint?: string;
  /** What the page wrote, such as the name of the element. */
  readonly said?: string;
}

/** One call as it enters a page. */
export interface PageRequest {
  /** Of the product: a page side that an earlier version left behind does not answer. */
  readonly version: string;
  readonly name: string;
  readonly args: unknown;
  /** The site that the call was allowed for; null where the caller does not know it yet. */
  readonly site: string | null;
  /** No ref below this number may be given out: pages that this tab showed before have had them. */
  readonly firstRef: number;
  /** The page has had its time to load: what is there now is answered for. */
  readonly evenLoading: boolean;
}

export type PageAnswer =
  | { readonly state: 'done'; readonly value: unknown; readonly nextRef: number }
  | { readonly state: 'failed'; readonly fault: PageFault }
  /** Nothing was done: the document is of another site than the call was allowed for. */
  | { readonly state: 'elsewhere'; readonly site: string }
  /** The page side is not there, or is one of another version. */
  | { readonly state: 'absent' }
  /** The document is not whole yet, and nothing was done. */
  | { readonly state: 'loading' };

/** Where the page side is found by the function that the background injects; pages themselves cannot see it. */
export interface PageSide {
  sallyport?: {
    answer(request: PageRequest): PageAnswer;
    holds(ref: string): boolean;
  };
}

/** What a page hears of input: the work of an action counts from the last of them. */
export const inputEvents = [
  ...['pointermove', 'pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'input', 'change', 'scroll'],
];
