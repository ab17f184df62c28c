// What the zoo's benchmark says: tasks solved, calls, bytes and seconds side by side, and which tasks nobody else missed.
import type { Outcome } from '../../tests/e2e/widgets/run-task.ts';
import type { Task } from '../../tests/e2e/widgets/task.ts';
import type { Aim, Report, Table } from '../bench.ts';
import { median } from '../measure.ts';
import { ratio, short } from '../table.ts';

export interface Score {
  readonly name: string;
  /** By the titles of tasks. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

const CALLS_SHARE = 0.8;

export function widgetReport(tasks: readonly Task[], scores: readonly Score[]): Report {
  return {
    title: 'Widgets: tasks with published libraries, ours beside other MCP servers',
    tables: [totals(tasks, scores), missed(tasks, scores)],
    aims: aimsOf(tasks, scores),
    notes: [
      'Every task is solved by the same steps, by what replies say alone; whether it is done is asked of the page itself.',
      'Calls, bytes and seconds are of the tasks that all of them solved. chrome-devtools-mcp is asked for a snapshot with every action; playwright-mcp links a file with one instead, so what an action brought takes a call of its snapshot tool, as it would to read the file.',
      'Said done: every call was answered as done, and the page says that it is not.',
    ],
  };
}

const solved = ({ outcomes }: Score, { title }: Task) => outcomes.get(title)?.isSolved === true;

function shared(tasks: readonly Task[], scores: readonly Score[]): Task[] {
  return tasks.filter((task) => scores.every((score) => solved(score, task)));
}

function of(tasks: readonly Task[], { outcomes }: Score, what: (outcome: Outcome) => number): number[] {
  return tasks.flatMap(({ title }) => outcomes.get(title) ?? []).map(what);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** What a task costs on average, as a number for each of them and in relation to ours. */
const costs: readonly (readonly [head: string, cost: (outcome: Outcome) => number])[] = [
  ['calls', ({ calls }) => calls],
  ['kB', ({ bytes }) => bytes / 1000],
  ['seconds', ({ elapsedMs }) => elapsedMs / 1000],
];

function totals(tasks: readonly Task[], scores: readonly Score[]): Table {
  const common = shared(tasks, scores);
  const mean = (score: Score, cost: (outcome: Outcome) => number) => sum(of(common, score, cost)) / common.length;
  const [ours] = scores;
  const rows = scores.map((score) => [
    score.name,
    `${tasks.filter((task) => solved(score, task)).length} of ${tasks.length}`,
    String([...score.outcomes.values()].filter(({ isFalselyDone }) => isFalselyDone).length),
    short(median(of(common, score, ({ calls }) => calls))),
    ...costs.map(([, cost]) => {
      const own = short(mean(score, cost));
      return ours === undefined || score === ours ? own : `${own} (${ratio(mean(score, cost) / mean(ours, cost))})`;
    }),
  ]);
  const head = ['', 'solved', 'said done', 'calls at the median', ...costs.map(([name]) => `${name} per task`)];
  const caption = `Solved of ${tasks.length}, and the mean cost of the ${common.length} that all solved (in relation to ours)`;
  return { caption, head, rows };
}

function missed(tasks: readonly Task[], scores: readonly Score[]): Table {
  const open = tasks.filter((task) => !scores.every((score) => solved(score, task)));
  const rows = open.map((task) => [
    `${task.group}: ${task.title}`,
    ...scores.map((score) => {
      const outcome = score.outcomes.get(task.title);
      return outcome?.isSolved === true ? 'yes' : outcome?.isFalselyDone === true ? 'said done' : 'no';
    }),
  ]);
  return { caption: 'Tasks that not all of them solved', head: ['', ...scores.map(({ name }) => name)], rows };
}

function aimsOf(tasks: readonly Task[], scores: readonly Score[]): Aim[] {
  const isOurs = ({ name }: Score) => name === 'ours';
  const ours = scores.find(isOurs);
  if (ours === undefined) return [];
  const peers = scores.filter((score) => !isOurs(score));
  const count = (score: Score) => tasks.filter((task) => solved(score, task)).length;
  const best = Math.max(...peers.map(count));
  const common = shared(tasks, scores);
  const atMost = (what: string, most: number, cost: (score: Score) => number): Aim => {
    const share = cost(ours) / Math.min(...peers.map(cost));
    return { what: `${what} at most ${most} of the better peer's`, measured: ratio(share), holds: share <= most };
  };
  const total = (what: (outcome: Outcome) => number) => (score: Score) => sum(of(common, score, what));
  const falsely = [...ours.outcomes.values()].filter(({ isFalselyDone }) => isFalselyDone).length;
  return [
    {
      what: `every task is solved, and more than the ${best} of the better peer`,
      measured: `${count(ours)} of ${tasks.length}`,
      holds: count(ours) === tasks.length && count(ours) > best,
    },
    { what: 'no reply says done for what did not happen', measured: `${falsely} tasks`, holds: falsely === 0 },
    atMost('calls at the median are', CALLS_SHARE, (score) => median(of(common, score, ({ calls }) => calls))),
    atMost(
      'calls are',
      1,
      total(({ calls }) => calls),
    ),
    atMost(
      'bytes are',
      1,
      total(({ bytes }) => bytes),
    ),
    atMost(
      'seconds are',
      1,
      total(({ elapsedMs }) => elapsedMs),
    ),
  ];
}
