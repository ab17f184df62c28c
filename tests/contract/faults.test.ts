// The fault runner's judgement: what counts as caught, what survives, and what proves nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citingFiles, titlePattern } from '../../scripts/faults/citing-tests.ts';
import { choosePatches, parseFaultPatch, shardOf, staleFiles } from '../../scripts/faults/fault-patch.ts';
import { lastWords } from '../../scripts/faults/patched-copy.ts';
import {
  judgeRun,
  notGreen,
  type RunRecord,
  renderSum,
  renderVerdict,
  type TestRecord,
  type Verdict,
  verdictOf,
} from '../../scripts/faults/verdict.ts';
import { parseCaught } from '../../scripts/faults/verdict-log.ts';
import { requirements } from '../requirements.ts';
import { collectCitations } from '../support/citations.ts';
import { projectRoot } from '../support/test-sources.ts';

const STALE_MAX = 10;
const diff = 'diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n';

describe('a fault patch', () => {
  it('says above its diff which promises it breaks and how', () => {
    const text = `Promise: S0-one S0-two\nFault: at most 12 clients\n  are let in.\n\n${diff}`;
    expect(parseFaultPatch('few', text)).toEqual({
      name: 'few',
      promises: ['S0-one', 'S0-two'],
      fault: 'at most 12 clients are let in.',
    });
  });

  it.each([
    ['a promise', `Fault: it is wrong.\n\n${diff}`, 'Promise: <id>'],
    ['a sentence on the fault', `Promise: S0-one\n\n${diff}`, 'Fault: <sentence>'],
    ['a diff', 'Promise: S0-one\nFault: it is wrong.\n', 'diff --git'],
  ])('without %s is refused', (_, text, reason) => {
    expect(() => parseFaultPatch('bad', text)).toThrow(reason);
  });

  it('is chosen by a part of its name, and by its shard', () => {
    const all = ['clients-many', 'clients-none', 'ping'];
    expect(choosePatches(all, [])).toEqual(all);
    expect(choosePatches(all, ['clients', 'ping'])).toEqual(all);
    expect(choosePatches(all, ['many'])).toEqual(['clients-many']);
    expect(() => choosePatches(all, ['pong'])).toThrow('pong');
    expect([shardOf(all, '1/2'), shardOf(all, '2/2')]).toEqual([['clients-many', 'ping'], ['clients-none']]);
    expect(() => shardOf(all, '3/2')).toThrow('--shard');
  });

  it('names promises that there are, in every file of tests/faults', () => {
    const folder = join(projectRoot, 'tests', 'faults');
    const known = new Set(requirements.map(({ id }) => id));
    const named = readdirSync(folder).flatMap((file) => {
      const { promises } = parseFaultPatch(file.replace(/\.patch$/, ''), readFileSync(join(folder, file), 'utf8'));
      return promises.filter((promise) => !known.has(promise)).map((promise) => `${file}: ${promise}`);
    });
    expect(named).toEqual([]);
  });
});

describe('a fault patch and the code', () => {
  const hunk = '@@ -1,5 +1,5 @@\n a\n b\n-c\n+C\n d\n e\n';

  it('belong together while the changed lines and their neighbours are as they were', () => {
    const at = (code: string | undefined) => staleFiles(`Promise: S0-one\n\n${diff}${hunk}`, () => code);
    expect(at('z\na\nb\nc\nd\ne\n')).toEqual([]);
    expect(at('other\nb\nc\nd\nother\n')).toEqual([]);
    expect([at('a\nb\nother\nd\ne\n'), at(undefined)]).toEqual([['x.ts'], ['x.ts']]);
  });

  it('belong together for nearly all patches of tests/faults', () => {
    const folder = join(projectRoot, 'tests', 'faults');
    const read = (path: string) => {
      const file = join(projectRoot, path);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    };
    const stale = readdirSync(folder).filter((name) => staleFiles(readFileSync(join(folder, name), 'utf8'), read)[0]);
    // A few may wait until the next run of the faults, which names them; more would be a net with holes.
    expect(stale.slice(STALE_MAX)).toEqual([]);
  });
});

describe('the tests that cite a promise', () => {
  const sources = [
    { path: 'packages/a/src/a.test.ts', text: "it(verifies('t', 'S0-one'), run);" },
    { path: 'tests/e2e/shared.suite.ts', text: "it(verifies('t', 'S0-two'), run);" },
    { path: 'tests/e2e/real.test.ts', text: "import { s } from './shared.suite.ts';" },
    {
      path: 'tests/slow/real.test.ts',
      text: "import { s } from '../e2e/shared.suite.ts'; it(verifies('t', 'S0-slow'), run);",
    },
  ];
  const files = [
    { path: 'tests/slow/real.test.ts', project: 'slow' },
    { path: 'tests/e2e/real.test.ts', project: 'browser' },
    { path: 'packages/a/src/a.test.ts', project: 'check' },
  ];
  const known = { sources, files, citations: collectCitations(sources) };

  it('are found by project, through shared suites too, with the slow projects last', () => {
    expect([...citingFiles('S0-one', known)]).toEqual([['check', ['packages/a/src/a.test.ts']]]);
    expect([...citingFiles('S0-two', known)]).toEqual([
      ['browser', ['tests/e2e/real.test.ts']],
      ['slow', ['tests/slow/real.test.ts']],
    ]);
    expect([...citingFiles('S0-slow', known)]).toEqual([['slow', ['tests/slow/real.test.ts']]]);
    expect([...citingFiles('S0-none', known)]).toEqual([]);
  });

  it('are picked by their title alone', () => {
    const pattern = new RegExp(titlePattern(['S0-one', 'S0-two']));
    expect(['suite t [S0-one]', 't [S0-zero, S0-two, S0-x]'].every((title) => pattern.test(title))).toBe(true);
    expect(['t S0-one', 't [S0-one-more]', 't [MS0-one]'].some((title) => pattern.test(title))).toBe(false);
  });
});

const file = 'some.test.ts';
const wanted = new Map([['S0-one', [file]]]);
const passed: TestRecord = { file, title: 't [S0-one]', state: 'passed', errors: [], hookErrors: [] };
const assertion = { name: 'AssertionError', message: 'expected 1 to be 2\nmore' };
const failed: TestRecord = { ...passed, state: 'failed', errors: [assertion] };
const run = (tests: readonly TestRecord[], outside: RunRecord['outside'] = []): RunRecord => ({ tests, outside });
const verdict = (...runs: readonly RunRecord[]): Verdict =>
  verdictOf(
    ['S0-one'],
    runs.map((each) => judgeRun(each, wanted)),
  );

describe('a fault', () => {
  it('is caught by an assertion of a test that cites its promise', () => {
    expect(verdict(run([passed, failed]))).toEqual({ kind: 'caught', by: ['t [S0-one]'] });
  });

  it('survives when every citing test passes, whatever others do', () => {
    expect(verdict(run([passed, { ...failed, title: 't [S0-other]' }]))).toEqual({
      kind: 'survived',
      promises: ['S0-one'],
    });
  });

  it('is caught when a later stage catches it', () => {
    expect(verdict(run([passed]), run([], [{ message: 'crash' }]), run([failed]))).toMatchObject({ kind: 'caught' });
  });

  it('is caught only when each of its promises is', () => {
    const both = new Map([...wanted, ['S0-two', [file]]]);
    const judged = judgeRun(run([failed, { ...passed, title: 'u [S0-two]' }]), both);
    expect(verdictOf([...both.keys()], [judged])).toEqual({ kind: 'survived', promises: ['S0-two'] });
  });

  it.each([
    [
      'a test that threw something else',
      run([{ ...failed, errors: [{ name: 'Error', message: 'Test timed out' }] }]),
      'not by an assertion: Test timed out',
    ],
    ['a failed set-up', run([{ ...failed, errors: [], hookErrors: [assertion] }]), 'outside of its body: expected 1'],
    ['a file that does not load', run([], [{ file, message: 'no such module' }]), 'outside of tests: no such module'],
    ['an unhandled error', run([passed], [{ message: 'boom' }]), 'outside of tests: boom'],
    ['tests that were all skipped', run([{ ...passed, state: 'skipped' }]), 'no test that cites S0-one ran'],
  ])('is not judged by %s', (_, record, why) => {
    expect(verdict(record)).toEqual({ kind: 'error', why: expect.stringContaining(why) });
  });

  it('is not held against a file that other promises are shown in', () => {
    expect(verdict(run([passed], [{ file: 'other.test.ts', message: 'boom' }]))).toMatchObject({ kind: 'survived' });
  });

  it('is not judged by tests that are red without it', () => {
    expect(notGreen(run([passed]), wanted)).toBeUndefined();
    expect(notGreen(run([failed]), wanted)).toBe('without the patch, «t [S0-one]» failed');
    expect(notGreen(run([]), wanted)).toBe('without the patch, no test that cites S0-one ran');
  });

  it('is reported in one line, and all of them in a last one', () => {
    const verdicts: Verdict[] = [
      { kind: 'caught', by: ['t'] },
      { kind: 'survived', promises: ['S0-one'] },
      { kind: 'error', why: 'does not apply' },
    ];
    expect(verdicts.map((each) => renderVerdict('few', each, 1.6))).toEqual([
      '✓ few: caught by «t», 2 s',
      '✗ few: survived, no test that cites S0-one failed, 2 s',
      '✗ few: error, does not apply, 2 s',
    ]);
    expect(renderSum(verdicts)).toBe('1 caught, 1 survived, 1 errors');
  });
});

describe('a run of the faults', () => {
  it('says why a program failed, also when the program itself did not', () => {
    expect(lastWords({ status: 1, output: '\n  a.ts(1,1): error\n\nmore\n' })).toBe('a.ts(1,1): error more');
    expect(lastWords({ status: null, output: '', interruption: 'no end after 180 s' })).toBe('no end after 180 s');
    expect(lastWords({ status: null, output: 'half', interruption: 'ended by SIGKILL' })).toBe(
      'ended by SIGKILL: half',
    );
    expect(lastWords({ status: 7, output: '' })).toBe('exit code 7 without a word');
  });

  it('goes on after the faults that were caught before an interruption', () => {
    const caught = { digest: 'd', verdict: { kind: 'caught', by: ['t'] }, seconds: 2 };
    expect(parseCaught(`\n${JSON.stringify(caught)}\n{"digest":"cut sh`)).toEqual([caught]);
    expect(parseCaught('')).toEqual([]);
  });
});

describe('the record of a run', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sallyport-faults-'));
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function record(tests: string, promises = ''): RunRecord {
    writeFileSync(
      join(folder, file),
      `import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';\n${tests}`,
    );
    const recordFile = join(folder, 'record.json');
    const reporter = `--reporter=${join(projectRoot, 'scripts', 'faults', 'run-reporter.ts')}`;
    spawnSync(process.execPath, [join(folder, 'node_modules', 'vitest', 'vitest.mjs'), 'run', reporter], {
      cwd: folder,
      env: { ...process.env, SALLYPORT_FAULT_RECORD: recordFile, SALLYPORT_FAULT_PROMISES: promises },
    });
    return JSON.parse(readFileSync(recordFile, 'utf8'));
  }

  it("tells a test's own assertion from what its hooks throw, and from a file that does not load", () => {
    writeFileSync(join(folder, 'unloadable.test.ts'), "import './missing.ts';");
    const { tests, outside } = record(`
      describe('a', () => { it('own', () => expect(1).toBe(2)); it('good', () => {}); it('thrown', () => { throw new Error('no'); }); });
      it('property', () => { try { expect(1).toBe(2); } catch (cause) { throw new Error('Property failed', { cause }); } });
      describe('b', () => { beforeEach(() => expect(1).toBe(2)); it('set-up', () => {}); });
      describe('c', () => { afterEach(() => expect(1).toBe(2)); it('clean-up', () => {}); it('both', () => expect(1).toBe(2)); });
      describe('d', () => { beforeAll(() => { throw new Error('no suite'); }); it('never', () => {}); });
    `);
    const seen = tests.map(({ title, state, errors, hookErrors }) => [
      title,
      state,
      errors.map(({ name }) => name),
      hookErrors.length,
    ]);
    expect(seen.find(([title]) => title === 'property')).toEqual(['property', 'failed', ['AssertionError'], 0]);
    expect(seen.filter(([title]) => title !== 'property').slice(0, 6)).toEqual([
      ['a > own', 'failed', ['AssertionError'], 0],
      ['a > good', 'passed', [], 0],
      ['a > thrown', 'failed', ['Error'], 0],
      ['b > set-up', 'failed', [], 1],
      ['c > clean-up', 'failed', [], 1],
      ['c > both', 'failed', ['AssertionError'], 1],
    ]);
    expect(tests.slice(7).map(({ state }) => state)).not.toContain('failed');
    rmSync(join(folder, 'unloadable.test.ts'));
    expect(outside).toHaveLength(2);
    expect(outside).toContainEqual({ file, message: 'no suite' });
    expect(outside).toContainEqual({ file: 'unloadable.test.ts', message: expect.stringContaining('missing') });
  });

  it('ends with the assertion that was waited for', () => {
    const tests = `
      it('t [S0-one]', () => expect(1).toBe(2));
      // Now and then vitest tells of a result only when the next test is over.
      it('runs until the result is known', () => new Promise((done) => setTimeout(done, 1_000)), 20_000);
      it('runs while the run is being ended', () => new Promise((done) => setTimeout(done, 15_000)), 20_000);
      it('later [S0-one]', () => expect(1).toBe(2));
    `;
    const titles = record(tests, 'S0-one')
      .tests.filter(({ state }) => state === 'failed')
      .map(({ title }) => title);
    expect(titles).toEqual(['t [S0-one]']);
  });
});
