// What a task of the zoo is: a page of one library, what is wanted on it, how to do it, and how the page knows it was done.

/** What a page says of itself: read by the harness, never by a solver. */
export type State = Readonly<Record<string, unknown>>;

/** A thing as an agent would name it after reading a reply. */
export interface Target {
  /** Empty for whatever has the role. */
  readonly name: string;
  /** Preferred, not required: products disagree on roles. */
  readonly role?: string;
  /** Words that stand before it in the reply. */
  readonly after?: string;
  /** Which one of several that are called so, from 0. */
  readonly nth?: number;
  /** Only from a reply to the last action or from a new look: after it the same name meant another thing. */
  readonly isFresh?: boolean;
}

export interface ClickOptions {
  readonly button?: 'right';
  readonly double?: boolean;
  readonly modifiers?: readonly Modifier[];
}

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

export interface TypeOptions {
  /** The page listens for keys, not for the value alone. */
  readonly keys?: boolean;
  readonly append?: boolean;
  readonly submit?: boolean;
}

export interface UploadedFile {
  readonly name: string;
  readonly text: string;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Everything a solver may do: one method is one tool call, and the reads before it where the last reply had no ref. */
export interface Hand {
  look(): Promise<void>;
  /** Whether the last reply, or else a new look, has these words. */
  sees(words: string): Promise<boolean>;
  waitFor(words: string): Promise<void>;
  click(target: Target | string, options?: ClickOptions): Promise<void>;
  type(target: Target | string, text: string, options?: TypeOptions): Promise<void>;
  /** On the focused element, or on a target. `Control+a` for one with a modifier. */
  press(key: string, target?: Target | string): Promise<void>;
  /** An option of a native select. */
  select(target: Target | string, option: string): Promise<void>;
  /** The value of a date, a number or a slider at once. */
  set(target: Target | string, value: string): Promise<void>;
  drag(from: Target | string, to: Target | string): Promise<void>;
  hover(target: Target | string): Promise<void>;
  scroll(target: Target | string, direction: Direction): Promise<void>;
  upload(target: Target | string, files: readonly UploadedFile[]): Promise<void>;
}

export interface Task {
  readonly group: string;
  /** Unique: the page and a word or two. */
  readonly title: string;
  /** A module of `pages`, named after its library. */
  readonly page: string;
  readonly instruction: string;
  readonly solve: (hand: Hand) => Promise<void>;
  readonly isDone: (state: State) => boolean;
}

export type Draft = Omit<Task, 'group'>;

export function grouped(group: string, drafts: readonly Draft[]): Task[] {
  return drafts.map((draft) => ({ group, ...draft }));
}
