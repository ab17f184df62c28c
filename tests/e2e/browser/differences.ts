// Where the three kinds of hands differ, as a table: suites ask it instead of knowing a browser, and fail where it is wrong.

export type Hands = 'chromium' | 'quiet' | 'firefox';

export interface Ways {
  /** Pointer and keys are a person's to the page. */
  readonly trusted: boolean;
  /** Events that a page sees as a person's after click, hover, key and text. */
  readonly trustedEvents: readonly string[];
  /** A dialog holds its page until it is answered, or is answered at once while an agent acts. */
  readonly dialogs: 'held' | 'answered';
  /** Where a page's policy forbids code from text. */
  readonly evaluatesAnywhere: boolean;
  /** Whether a click makes a page's `window.open` open something. */
  readonly opensPopUps: boolean;
  /** Files for a field that is not in the page. */
  readonly seesEveryChooser: boolean;
  readonly takesPictures: boolean;
  /** Files for an area that has no file field. */
  readonly dropsFiles: boolean;
  /** More than one download of a page, without a question to the user. */
  readonly savesManyFiles: boolean;
  /** What an alert does that a page shows while it loads, when nobody acts: the page goes on, or waits for the user. */
  readonly alertWhileLoading: 'passed' | 'held';
  /** Bodies of responses, from an action on that comes after the agent has looked at requests. */
  readonly readsResponses: boolean;
}

const byEvents = {
  trusted: false,
  trustedEvents: ['change', 'input'],
  dialogs: 'answered',
  evaluatesAnywhere: false,
  opensPopUps: false,
  seesEveryChooser: false,
  readsResponses: false,
} as const;

export const differences: Readonly<Record<Hands, Ways>> = {
  /** Through the debugger. */
  chromium: {
    trusted: true,
    trustedEvents: ['change', 'click', 'input', 'keydown', 'mouseover'],
    dialogs: 'held',
    evaluatesAnywhere: true,
    opensPopUps: true,
    seesEveryChooser: true,
    takesPictures: true,
    dropsFiles: true,
    savesManyFiles: true,
    alertWhileLoading: 'passed',
    readsResponses: true,
  },
  /** Without it, by the page's own events. */
  quiet: { ...byEvents, takesPictures: false, dropsFiles: true, savesManyFiles: false, alertWhileLoading: 'passed' },
  firefox: { ...byEvents, takesPictures: true, dropsFiles: false, savesManyFiles: true, alertWhileLoading: 'held' },
};
