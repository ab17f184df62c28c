// The arguments of what an agent does in a page, and the ways of its drags.
import type { PicturePoint, Point } from './picture-calls.ts';

export type MouseButton = 'left' | 'middle' | 'right';

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** One of several steps: `continuesAction` keeps the changes recorded so far. */
export interface Step {
  readonly continuesAction?: boolean;
}

export interface ClickArgs extends Step {
  readonly ref: string;
  readonly button: MouseButton;
  readonly double: boolean;
  /** Three clicks at once, which select a line or paragraph. */
  readonly triple?: boolean;
  readonly modifiers: readonly Modifier[];
  /** Exactly there, without scrolling; by default where the element can be clicked. */
  readonly point?: PicturePoint | undefined;
}

/** What a pointer goes to. */
export type AimArgs = Pick<ClickArgs, 'ref' | 'point'> & Step;

export function clicksIn({ double, triple = false }: Pick<ClickArgs, 'double' | 'triple'>): number {
  return triple ? 3 : double ? 2 : 1;
}

export interface TypeArgs extends Step {
  readonly ref: string;
  readonly text: string;
  /** Keeps the content and adds to it. */
  readonly append: boolean;
  /** Presses Enter afterwards. */
  readonly submit: boolean;
}

/** A secret by its name, as an agent gives it. */
export interface SecretArgs {
  readonly ref: string;
  readonly secret: string;
  readonly submit: boolean;
}

export interface TypeSecretArgs {
  readonly ref: string;
  readonly value: string;
  readonly isCode: boolean;
  /** Whether a field will not do that is only called one for secrets. */
  readonly mustBeDeclared: boolean;
  /** The one origin that its document and all around it must have. */
  readonly origin: string;
  readonly submit: boolean;
}

export interface PressKeyArgs {
  /** Without it, the focused element. */
  readonly ref?: string | undefined;
  /** A KeyboardEvent.key value. */
  readonly key: string;
  readonly modifiers: readonly Modifier[];
}

export interface FillArgs extends Step {
  readonly fields: readonly { readonly ref: string; readonly value: string | boolean | readonly string[] }[];
}

export interface SelectTextArgs {
  readonly ref: string;
  /** Without it, all of the element's text. */
  readonly text?: string | undefined;
}

export interface DragArgs extends Step {
  readonly ref: string;
  /** Where to drop it; without it, the offset counts from the element itself. */
  readonly toRef?: string | undefined;
  /** Next to `toRef`, as between the items of a list, instead of onto it. */
  readonly at?: 'before' | 'after' | undefined;
  /** Pixels to the right and down. */
  readonly dx: number;
  readonly dy: number;
  /** Where to pick it up, without scrolling. */
  readonly point?: PicturePoint | undefined;
}

export interface UploadArgs {
  /** Without it, the input that the page last opened; only the debugger knows it. */
  readonly ref?: string | undefined;
  readonly files: readonly { readonly name: string; readonly mimeType: string; readonly base64: string }[];
}

export interface ScrollArgs {
  /** Scrolled into view; with a direction, the box to scroll. */
  readonly ref?: string | undefined;
  readonly direction?: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom' | undefined;
  /** In screens. */
  readonly amount: number;
}

export interface WheelArgs {
  readonly ref: string;
  readonly point: PicturePoint;
  /** Pixels to the right and down. */
  readonly dx: number;
  readonly dy: number;
}

/** Where an item lies to another one of its list: directly before or after it, or neither. */
export type DropSide = 'before' | 'after' | 'apart';

/** A way by which a drag may still come where it should. */
export interface Detour {
  /** Where the dragged element is now. */
  readonly via: Point;
  readonly to: Point;
}

export interface DragPlan {
  readonly target: string;
  readonly from: Point;
  readonly to: Point;
  /** The browser will start its own drag and drop. Where a script decides it after the press, it may still start one. */
  readonly isDraggable: boolean;
}
