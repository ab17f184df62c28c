// The functions that the background may run in a page: names, arguments and results, all plain data.
import type { ErrorReason } from '@sallyport/protocol';
import type {
  AimArgs,
  ClickArgs,
  Detour,
  DragArgs,
  DragPlan,
  DropSide,
  FillArgs,
  PressKeyArgs,
  ScrollArgs,
  SelectTextArgs,
  TypeArgs,
  TypeSecretArgs,
  UploadArgs,
  WheelArgs,
} from './action-args.ts';
import type { ActionResult, Activity, Aim, Begun, FieldAim, Following, Landed, PointerAim } from './action-results.ts';
import type {
  EndArgs,
  Ending,
  FieldContent,
  Filled,
  FinishArgs,
  NextArgs,
  Preparation,
  PrepareArgs,
} from './ending-calls.ts';
import type { Box, Pictured, PicturedArgs, PicturePoint, PictureState, Point, PointTarget } from './picture-calls.ts';
import type {
  Banner,
  BannerArgs,
  FindArgs,
  FindResult,
  LocateArgs,
  Located,
  SnapshotArgs,
  SnapshotResult,
} from './reading-calls.ts';
import type { NamedValue } from './secret-texts.ts';
import type { StateCalls } from './state-calls.ts';

export type * from './action-args.ts';
export type * from './action-results.ts';
export type * from './ending-calls.ts';
export type * from './picture-calls.ts';
export type * from './reading-calls.ts';

/** The actions that a tool may ask for; each starts to record changes. */
export interface PageActions {
  /** Without a pause between press and release. */
  click(args: ClickArgs): ActionResult;
  hover(args: { readonly ref: string }): ActionResult;
  /** Drops what `beginDrag` has picked up, or does both. */
  drag(args: DragArgs): ActionResult;
  type(args: TypeArgs): ActionResult;
  /** Puts a value that the agent does not know into a field, as a whole. */
  typeSecret(args: TypeSecretArgs): ActionResult;
  pressKey(args: PressKeyArgs): ActionResult;
  fill(args: FillArgs): ActionResult;
  scroll(args: ScrollArgs): ActionResult;
  selectText(args: SelectTextArgs): ActionResult;
  upload(args: UploadArgs): ActionResult;
  wheel(args: WheelArgs): ActionResult;
}

export type Condition =
  | { readonly kind: 'text' | 'gone'; readonly text: string }
  | { readonly kind: 'ref'; readonly ref: string; readonly state: RefState };

export type RefState = 'shown' | 'hidden' | 'enabled' | 'disabled' | 'checked' | 'unchecked' | 'focused';

/** `clickTwice`: from neither checked nor not, a click may lead to either. */
type FillWay = 'type' | 'click' | 'clickTwice' | 'set' | 'none';

export interface FillPlan {
  readonly target: string;
  readonly steps: readonly { readonly ref: string; readonly way: FillWay }[];
}

export interface PageCalls extends PageActions, StateCalls {
  snapshot(args: SnapshotArgs): SnapshotResult;
  /** Reads a small document and returns nothing, so that the code of the first snapshot is warm. */
  warmUp(args: null): null;
  find(args: FindArgs): FindResult;
  /** The best matches of a visible text; until the next action is over, their refs are refused if they lose it. */
  locate(args: LocateArgs): Located;
  /** The cookie banner and the control in it that rejects. */
  banner(args: BannerArgs): Banner | undefined;
  readText(args: { readonly maxChars: number }): { readonly text: string; readonly omittedChars: number };
  /** The ref of the first element that a CSS selector finds. */
  pick(args: { readonly selector: string }): string;
  /** Before an action. */
  prepare(args: PrepareArgs): Preparation;
  /** Once the page has settled, where `activity` has not told its end. Ends these hooks. */
  finish(args: FinishArgs): Ending;
  /** Where `activity` has told the end. */
  endHooks(args: null): null;
  /** With arguments the end of the action too, if it is over. */
  activity(args: EndArgs | null): Activity & { readonly ending?: Ending | undefined };
  isTrue(args: Condition): boolean;
  travel(args: { readonly steps: number }): null;
  /** Scrolls to the target, checks that it can be acted on there, and starts to record changes: the debugger performs the input. */
  aim(args: AimArgs): PointerAim;
  planFill(args: FillArgs): FillPlan;
  checkFilled(args: FillArgs): null;
  /** For each of the fields, as it is now. */
  fieldContents(args: Filled): readonly FieldContent[];
  /** Fails where a frame lies at one of the two ends. */
  planDrag(args: DragArgs): DragPlan;
  /** The same once the pointer is over the element. */
  planDragAgain(args: DragArgs): DragPlan & { readonly inputReceived: boolean };
  /** Undefined if the drag is where it should be, or only the drop shows it. */
  detour(args: DragArgs): Detour | undefined;
  /** Undefined where the two are not items of one list. */
  dropSide(args: { readonly ref: string; readonly toRef: string }): DropSide | undefined;
  /** From where the drag by page events is, `moveDrag` goes to this point now. */
  turnDrag(args: Point): null;
  /** Whether a frame lies at this point now. */
  isFrameAt(args: Point): boolean;
  /** The first half of a click by page events: the page's scripts run and draw before `releasePointer`. */
  pressPointer(args: ClickArgs): Pick<ActionResult, 'target' | 'pageVisible'>;
  /** The second half; undefined in a document that has come since the press. */
  releasePointer(args: null): ActionResult | undefined;
  /** The next press of a double or triple click. */
  pressAgain(args: null): null;
  /** The second half of a key by page events, after `pressKey`. */
  releaseKey(args: null): Following | undefined;
  /** Picks an element up by page events, for a drag in steps between which the page's scripts run. */
  beginDrag(args: DragArgs): { readonly isHidden: boolean; readonly distancePx: number };
  /** `part` of the way from 0 to 1. */
  moveDrag(args: { readonly part: number }): null;
  /** The result of an action that was aimed before, as far as the page knows; with arguments its end too, if it is over. */
  landed(args: EndArgs | null): Landed;
  /** The same, if so many keys have just come; if it is over and went as expected, the next step of the batch begins. */
  landedThenNext(
    args: EndArgs & { readonly next: NextArgs; readonly keys: number },
  ): (Landed & { readonly begun: Begun | undefined }) | null;
  /** Focuses a field, selects the text to replace, and starts to record changes. */
  focusField(args: TypeArgs): FieldAim;
  /** The same, before `type` by page events. */
  focusText(args: TypeArgs): null;
  /** The same for keys. */
  focusFor(args: PressKeyArgs): Aim;
  /** Whether keys would reach the element, or the focused one without a ref, and not another frame. */
  hasKeys(args: { readonly ref: string | undefined }): boolean;
  /** What keys would go to here: the frame that has the focus, or the element. */
  focusHere(args: null): { readonly frameIndex: number } | { readonly ref: string };
  /** Whether a trusted pointer or key event came since `aim`. */
  isInputReceived(args: null): boolean;
  /** Where the element is once the pointer is over it, since hovering may have moved it or opened something. */
  aimAgain(args: { readonly ref: string; readonly point?: PicturePoint | undefined }): Point & {
    readonly inputReceived: boolean;
    readonly isInFrame: boolean;
    /** As before: a link may have come under the pointer. */
    readonly isKeyNeutral: boolean;
    /** An animation still moves it. */
    readonly isMoved: boolean;
  };
  /** The position of a frame in the viewport of this document. */
  frameBox(args: { readonly index: number }): Point;
  /** The positions of all frames of this document. Ends its view transition, which would show them as they were. */
  frameBoxes(args: null): FrameBoxes;
  /** Remembers what lies where, for a picture that is about to be taken. */
  pictured(args: PicturedArgs): Pictured;
  pictureState(args: { readonly shot: string }): PictureState;
  /** Marks the filled secret fields with an attribute of this name, so that a style can hide them. */
  markSecrets(args: { readonly mark: string }): { readonly unmarked: number };
  unmarkSecrets(args: { readonly mark: string }): null;
  /** Whether a secret was typed by name in this document, or a field holds one. */
  holdsSecret(args: null): boolean;
  /** Fails where the page has moved since the picture, or something else lies there. */
  pointAt(args: { readonly point: PicturePoint }): PointTarget;
  /** The whole element, in document coordinates. */
  boxOf(args: { readonly ref: string | undefined }): Box & { readonly scrollX: number; readonly scrollY: number };
}

export interface FrameBoxes {
  readonly frames: readonly FrameBox[];
  /** Whether pictures of how the document looked before may be on top of it, and cannot be taken away. */
  readonly isInTransition: boolean;
  readonly scrollX: number;
  readonly scrollY: number;
  /** Width of the viewport without and with its scroll bar. */
  readonly widths: readonly [number, number];
}

export interface FrameBox extends Box {
  /** Among the frames of the document; undefined for an element without a frame yet. */
  readonly index: number | undefined;
  /** The top left corner of its content; undefined for a frame that is scaled or rotated. */
  readonly content: Point | undefined;
}

/** An error in the page, as sent to the background. */
export interface PageFault {
  readonly code: 'ERR_INPUT_INVALID' | 'ERR_TOOL_FAILED';
  readonly reason?: ErrorReason;
  readonly message: string;
  readonly hint?: string;
  /** Page text, such as the name of the element. */
  readonly pageText?: string;
  /** Nothing was done, and what prevents it may be over in a moment: the call is worth repeating. */
  readonly mayPass?: boolean;
}

/** One call into a page. */
export interface PageRequest {
  /** The product's version: a page side of another version does not answer. */
  readonly version: string;
  readonly name: string;
  readonly args: unknown;
  /** The site that the call is allowed on; null while the caller does not know it. */
  readonly site: string | null;
  /** Refs below this number were used by earlier pages of the tab. */
  readonly firstRef: number;
  /** Answer even if the document is still loading: it has had its time. */
  readonly evenLoading: boolean;
  /** What the answer must not hold: secrets that were typed by name on this site. */
  readonly secrets?: readonly NamedValue[];
}

export type PageAnswer =
  | { readonly state: 'done'; readonly value: unknown; readonly nextRef: number }
  | { readonly state: 'failed'; readonly fault: PageFault }
  /** The document holds a secret where its text could be read; what the call returned stays there. */
  | { readonly state: 'shown' }
  /** Nothing was done: the document is of another site than the allowed one. */
  | { readonly state: 'elsewhere'; readonly site: string }
  /** There is no page side, or one of another version. */
  | { readonly state: 'absent' }
  /** Nothing was done: the document is still loading. */
  | { readonly state: 'loading' };

/** The global of the isolated world by which injected functions find the page side; pages cannot see it. */
export interface PageSide {
  sallyport?: {
    readonly version: string;
    /** An answer while the document loads waited for it before. */
    readonly hasAnswered: boolean;
    answer(request: PageRequest): PageAnswer;
    holds(ref: string): boolean;
  };
}

/** Input events: work that a page schedules right after one is attributed to the action. */
export const inputEvents = [
  ...['pointermove', 'pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'input', 'change', 'scroll'],
];
