// What the browser benchmark says: times, sizes and replies side by side, and whether the aims hold.
import type { Aim, Report, Table } from '../bench.ts';
import { median } from '../measure.ts';
import { ratio, short } from '../table.ts';
import { type PageName, pageNames } from './pages.ts';
import { type SubjectName, subjectNames } from './subjects.ts';
import type { Task } from './tasks.ts';

export const actions = ['navigate', 'snapshot', 'click', 'type'] as const;

export type Action = (typeof actions)[number];

/** Milliseconds of one round on one page. */
export type Round = Readonly<Record<Action, number>>;

export interface Size {
  readonly tokens: number;
  readonly bytes: number;
}

export interface Measured {
  readonly rounds: (page: PageName, subject: SubjectName) => readonly Round[];
  /** Of the first snapshot of a page. */
  readonly snapshots: (page: PageName, subject: SubjectName) => Size;
  /** Of all it takes to read a page to its end with ours. */
  readonly whole: (page: PageName) => { readonly tokens: number; readonly calls: number };
  readonly budgetTokens: number;
  readonly replies: (subject: SubjectName, action: 'click' | 'type') => readonly Size[];
  /** Effects that did not show in the evidence, by the names of their buttons. */
  readonly missedEffects: readonly string[];
  readonly taskCount: number;
  readonly unreached: readonly Task[];
}

const AIM_CLICK_MS = 120;
const AIM_SMALL_MS = { click: 60, type: 60, snapshot: 8 } as const;
const AIM_CLICK_RATIO = 2;
const AIM_READ_SHARE = 0.5;
const AIM_TOKEN_SHARE = 0.7;
const TOKENS_THAT_COUNT = 2_000;
const AIM_REPLY_TOKENS = 80;
const peers = subjectNames.filter((name) => name !== 'ours');

export function reportOf(measured: Measured): Report {
  return {
    title: 'Browsers: our tools beside other MCP servers, in the same Chromium on the same pages',
    tables: [timesTable(measured), sizesTable(measured), repliesTable(measured), waitsTable()],
    aims: aimsOf(measured),
    notes: [
      'Each has a headless Chromium of its own from the same file; they take turns within every round, and every round loads the page anew.',
      "Ours is called by the official MCP client over the shim: gateway, native host, extension, page. Its tab is in the background, with the page's clock and frames running as in a shown one. Peers run with their defaults.",
      "Where a peer is faster: playwright-mcp's type sets the field's value and waits for nothing, so it reports no effect; ours sends a key event for every character, waits for what they started and says what changed. chrome-devtools-mcp's snapshot is Chromium's own accessibility tree over a pipe, without the gateway, the native host and the extension in between.",
      `Our navigate answers with the load event, when the browser still works on the new page, and a snapshot right after it waits behind that. Both together, on the small page: ${short(readMs(measured, 'small', 'ours'))} ms, ${ratio(readShareOf(measured, 'small'))} of the faster peer's.`,
      `Tokens are o200k. Whole: a snapshot with room for 20,000 tokens and whatever it says it left out. A task is reached when a snapshot, or else one search, shows the ref of its target.`,
    ],
  };
}

function ms(measured: Measured, page: PageName, subject: SubjectName, action: Action): number {
  return median(measured.rounds(page, subject).map((round) => round[action]));
}

/** To load the page and to read it. */
function readMs(measured: Measured, page: PageName, subject: SubjectName): number {
  return median(measured.rounds(page, subject).map(({ navigate, snapshot }) => navigate + snapshot));
}

function readShareOf(measured: Measured, page: PageName): number {
  return readMs(measured, page, 'ours') / Math.min(...peers.map((peer) => readMs(measured, page, peer)));
}

function timesTable(measured: Measured): Table {
  const rows = pageNames.flatMap((page) =>
    actions.map((action) => {
      const times = subjectNames.map((subject) => ms(measured, page, subject, action));
      const [ours = Number.NaN, ...others] = times;
      return [`${page}, ${action}`, ...times.map(short), ratio(ours / Math.min(...others))];
    }),
  );
  return { caption: 'Milliseconds at the median', head: ['', ...subjectNames, 'ours : faster peer'], rows };
}

function sizesTable(measured: Measured): Table {
  const rows = pageNames.map((page) => {
    const [, ...others] = subjectNames.map((subject) => measured.snapshots(page, subject));
    const ours = measured.snapshots(page, 'ours');
    const whole = measured.whole(page);
    const smaller = Math.min(...others.map(({ tokens }) => tokens));
    return [
      page,
      sizeOf(ours),
      `${count(whole.tokens)} in ${whole.calls}`,
      ...others.map(sizeOf),
      ratio(whole.tokens / smaller),
    ];
  });
  const head = ['', 'ours, first', 'ours, whole, in calls', ...peers, 'whole : smaller peer'];
  return { caption: 'Snapshots, tokens (bytes on the wire)', head, rows };
}

function repliesTable(measured: Measured): Table {
  const largest = (subject: SubjectName, action: 'click' | 'type') => {
    const sizes = measured.replies(subject, action);
    return sizeOf({
      tokens: Math.max(...sizes.map(({ tokens }) => tokens)),
      bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    });
  };
  const rows = (['click', 'type'] as const).map((action) => [
    action,
    ...subjectNames.map((subject) => largest(subject, action)),
  ]);
  return { caption: 'The longest reply, tokens (bytes on the wire)', head: ['', ...subjectNames], rows };
}

function waitsTable(): Table {
  return {
    caption: 'What each waits for by default',
    head: ['', 'navigate', 'click', 'type'],
    rows: [
      [
        'ours',
        'the load event',
        'a frame after the move; then all that the act left pending for up to 500 ms, and 25 ms without a change, or 80 where something cannot be followed',
        'the same',
      ],
      [
        'playwright-mcp',
        'the load event, then writes a snapshot to a file',
        'the requests it caused, then 500 ms, then writes a snapshot to a file',
        'the field alone',
      ],
      ['chrome-devtools-mcp', 'the load event', 'a DOM without changes for 100 ms, at most 3 s', 'the same'],
    ],
  };
}

function aimsOf(measured: Measured): Aim[] {
  const clicks = (subject: SubjectName) =>
    pageNames.flatMap((page) => measured.rounds(page, subject).map(({ click }) => click));
  const allShown = measured.missedEffects.length === 0;
  const ours = median(clicks('ours'));
  const fastest = Math.min(...peers.map((peer) => median(clicks(peer))));
  const readShare = readShareOf(measured, 'table');
  const long = pageNames.flatMap((page) => {
    const smaller = Math.min(...peers.map((peer) => measured.snapshots(page, peer).tokens));
    return smaller > TOKENS_THAT_COUNT ? [{ page, share: measured.whole(page).tokens / smaller }] : [];
  });
  const worst = long.reduce((a, b) => (a.share > b.share ? a : b), { page: 'none', share: 0 });
  const firstMax = Math.max(...pageNames.map((page) => measured.snapshots(page, 'ours').tokens));
  const replyMax = Math.max(
    ...(['click', 'type'] as const).flatMap((action) => measured.replies('ours', action).map(({ tokens }) => tokens)),
  );
  const reached = measured.taskCount - measured.unreached.length;
  return [
    aim('every effect after 0, 50, 150 and 400 ms shows in the evidence', allShown, shownOf(measured.missedEffects)),
    aim(`click with settle at most ${AIM_CLICK_MS} ms`, allShown && ours <= AIM_CLICK_MS, `${short(ours)} ms`),
    aim(
      `click at least ${AIM_CLICK_RATIO} times faster than both peers`,
      allShown && fastest >= AIM_CLICK_RATIO * ours,
      `${ratio(fastest / ours)} the faster one`,
    ),
    aim(
      `navigate and snapshot of the 1,000 rows in at most ${AIM_READ_SHARE} of the faster peer's time`,
      readShare <= AIM_READ_SHARE,
      `${short(readMs(measured, 'table', 'ours'))} ms, ${ratio(readShare)}`,
    ),
    aim(
      `the whole of a page in at most ${AIM_TOKEN_SHARE} of the smaller peer's tokens, above ${count(TOKENS_THAT_COUNT)}`,
      worst.share <= AIM_TOKEN_SHARE,
      `${ratio(worst.share)} at the most (${worst.page})`,
    ),
    aim(
      `the first answer within ${count(measured.budgetTokens)} tokens`,
      firstMax <= measured.budgetTokens,
      `${count(firstMax)} at the most`,
    ),
    aim(
      `each of ${measured.taskCount} targets within two calls`,
      reached === measured.taskCount,
      reached === measured.taskCount ? 'all' : `not: ${measured.unreached.map(({ goal }) => goal).join(', ')}`,
    ),
    aim(
      `replies to acts at most ${AIM_REPLY_TOKENS} tokens plus evidence`,
      replyMax <= AIM_REPLY_TOKENS,
      `${count(replyMax)} at the most, evidence counted`,
    ),
    ...(['click', 'type', 'snapshot'] as const).map((action) => {
      const took = ms(measured, 'small', 'ours', action);
      const isMet = (action === 'snapshot' || allShown) && took <= AIM_SMALL_MS[action];
      return aim(`${action} on the small page at most ${AIM_SMALL_MS[action]} ms`, isMet, `${short(took)} ms`);
    }),
  ];
}

function aim(what: string, holds: boolean, measured: string): Aim {
  return { what, measured, holds };
}

function shownOf(missed: readonly string[]): string {
  return missed.length === 0 ? 'all of them' : `not: ${missed.join(', ')}`;
}

function sizeOf({ tokens, bytes }: Size): string {
  return `${count(tokens)} (${count(bytes)})`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
