// What gateway, browser and agents share about batches: what stops them, and what a step carries.

/** What a batch stops at, besides errors: another page, a dialog, another tab or a file picker, an element that changed, a value not taken. */
export const surprises = ['navigation', 'dialog', 'tab', 'target', 'value'] as const;

export type Surprise = (typeof surprises)[number];

/** What an app is told of a step of a batch. */
export interface StepMark {
  /** Another step follows at once, so the page need not be quiet for as long as after a single call. */
  readonly hasNext: boolean;
  /** An element whose role or name has changed since the agent saw it is refused. */
  readonly keepsTarget: boolean;
  /** The call of the step before, for a step that is sent while that one runs: it waits for it, and runs only if it went as expected. */
  readonly after?: string;
  /** It looks at what came of that step: it runs unless that failed, in the same tab. */
  readonly looksBack?: boolean;
}
