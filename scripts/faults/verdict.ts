// Judges test runs of a patched tree: a fault counts as caught only by an assertion inside a test that cites its promise.

export interface TestError {
  readonly name: string;
  readonly message: string;
}

export interface TestRecord {
  /** Relative to the project's root, with slashes. */
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Thrown by the test's own body; what its hooks threw stands in `hookErrors`. */
  readonly errors: readonly TestError[];
  readonly hookErrors: readonly TestError[];
}

/** What one run of vitest reported. */
export interface RunRecord {
  readonly tests: readonly TestRecord[];
  /** What went wrong outside of tests: files that do not load, set-up of suites; unhandled errors, which have no file. */
  readonly outside: readonly { readonly file?: string; readonly message: string }[];
}

/** The test files that cite a promise, by promise. */
export type CitingFiles = ReadonlyMap<string, readonly string[]>;

/** What one run says of a patch. */
export interface Judgement {
  /** The title of the catching test, by promise. */
  readonly caughtBy: ReadonlyMap<string, string>;
  /** Why the run proves nothing for the promises that it did not catch. */
  readonly problems: readonly string[];
}

export type Verdict =
  | { readonly kind: 'caught'; readonly by: readonly string[] }
  | { readonly kind: 'survived'; readonly promises: readonly string[] }
  | { readonly kind: 'error'; readonly why: string };

/** The promises that a title cites, as `verifies()` writes them: "answers a ping [S0-ping-pong, S1-request-ping]". */
export function citedIn(title: string): readonly string[] {
  return [...title.matchAll(/\[([^\][]+)\]/g)].flatMap(([, ids = '']) => ids.split(', '));
}

/** Whether the test failed by an assertion in its own body, not by its set-up, its clean-up or a crash. */
export function failedByAssertion({ state, errors }: TestRecord): boolean {
  return state === 'failed' && errors.some(({ name }) => name === 'AssertionError');
}

export function judgeRun({ tests, outside }: RunRecord, wanted: CitingFiles): Judgement {
  const caughtBy = new Map<string, string>();
  const problems = new Set<string>();
  for (const [promise, files] of wanted) {
    const citing = tests.filter(({ title }) => citedIn(title).includes(promise));
    const catching = citing.find(failedByAssertion);
    if (catching !== undefined) {
      caughtBy.set(promise, catching.title);
      continue;
    }
    for (const test of citing.filter(({ state }) => state === 'failed')) problems.add(otherFailure(test));
    for (const { file, message } of outside) {
      if (file === undefined || files.includes(file)) problems.add(`outside of tests: ${firstLine(message)}`);
    }
    if (!citing.some(({ state }) => state !== 'skipped')) problems.add(`no test that cites ${promise} ran`);
  }
  return { caughtBy, problems: [...problems] };
}

function otherFailure({ title, errors, hookErrors }: TestRecord): string {
  const [said] = [...errors, ...hookErrors];
  const where = errors.length > 0 ? 'not by an assertion' : 'outside of its body';
  return `«${title}» failed, but ${where}: ${firstLine(said?.message ?? 'it never ended')}`;
}

/** Why the tests cannot judge a patch: one of them fails without it. */
export function notGreen(baseline: RunRecord, wanted: CitingFiles): string | undefined {
  const { caughtBy, problems } = judgeRun(baseline, wanted);
  const [red = problems.at(0)] = [...caughtBy.values()].map((title) => `«${title}» failed`);
  return red === undefined ? undefined : `without the patch, ${red}`;
}

/** Joins what the runs of all stages said. A catch in any of them is one; a promise that none caught is not made up for. */
export function verdictOf(promises: readonly string[], judgements: readonly Judgement[]): Verdict {
  const caughtBy = new Map(judgements.flatMap((each) => [...each.caughtBy]));
  const uncaught = promises.filter((promise) => !caughtBy.has(promise));
  if (uncaught.length === 0) return { kind: 'caught', by: [...new Set(caughtBy.values())] };
  const problems = [...new Set(judgements.flatMap((each) => each.problems))];
  return problems.length > 0 ? { kind: 'error', why: problems.join('; ') } : { kind: 'survived', promises: uncaught };
}

export function renderVerdict(name: string, verdict: Verdict, seconds: number): string {
  const time = `${seconds.toFixed(0)} s`;
  if (verdict.kind === 'caught') return `✓ ${name}: caught by ${verdict.by.map((by) => `«${by}»`).join(', ')}, ${time}`;
  if (verdict.kind === 'survived') {
    return `✗ ${name}: survived, no test that cites ${verdict.promises.join(', ')} failed, ${time}`;
  }
  return `✗ ${name}: error, ${verdict.why}, ${time}`;
}

export function renderSum(verdicts: readonly Verdict[]): string {
  const count = (kind: Verdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
  return `${count('caught')} caught, ${count('survived')} survived, ${count('error')} errors`;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
