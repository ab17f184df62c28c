// The stages of `npm test`: which of them a name means, what a repetition still has to do, and its table.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateOfCode } from '../../scripts/stages/code-state.ts';
import { parseRuns, type RepeatedRun, repeatedRun, runsToDo } from '../../scripts/stages/repeat.ts';
import { mergeRepeats, renderRepeats } from '../../scripts/stages/repeat-table.ts';
import { isInterruption } from '../../scripts/stages/run-stage.ts';
import { chooseStages, stages } from '../../scripts/stages/stages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a stage', () => {
  const named = (...names: string[]) => chooseStages(stages, names).map(({ name }) => name);

  it('is chosen by its name or the beginning of it, in the usual order', () => {
    expect(named()).toEqual(stages.map(({ name }) => name));
    expect(named('editor', 'ga', 'gateway')).toEqual(['gateway', 'editor']);
  });

  it('is not guessed', () => {
    expect(() => named('c')).toThrow('"c" is more than one stage. Stages: check, host');
    expect(() => named('firefox')).toThrow('"firefox" is no stage');
  });
});

it('the state of the code is another after a change, but not after figures were written into their page', () => {
  const root = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root });
  mkdirSync(join(root, 'docs'));
  for (const file of ['docs/benchmarks.md', 'code.ts']) writeFileSync(join(root, file), 'old');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  const first = stateOfCode(root);
  writeFileSync(join(root, 'docs/benchmarks.md'), 'figures');
  expect(stateOfCode(root)).toBe(first);
  writeFileSync(join(root, 'code.ts'), 'new');
  expect(stateOfCode(root)).toMatch(new RegExp(`^${first}-[0-9a-f]{8}$`));
});

describe('repeated stages', () => {
  const green = (stage: string, seconds = 1): RepeatedRun => ({ stage, seconds, failures: [] });

  it('go on round by round where they stopped', () => {
    expect(runsToDo(['a', 'b'], 2, [])).toEqual(['a', 'b', 'a', 'b']);
    expect(runsToDo(['a', 'b'], 2, [green('a')])).toEqual(['b', 'a', 'b']);
    expect(runsToDo(['a'], 2, [green('a'), green('b'), green('a')])).toEqual([]);
  });

  it('are remembered line by line, and a line that was cut short is not', () => {
    const line = JSON.stringify(green('a'));
    expect(parseRuns(`${line}\n${line.slice(0, 9)}`)).toEqual([green('a')]);
    expect(parseRuns('')).toEqual([]);
  });

  it('do not count a run that was ended from outside, but one that crashed', () => {
    const interruptions = [isInterruption(null, 'SIGTERM'), isInterruption(143, null), isInterruption(130, null)];
    expect(interruptions).toEqual([true, true, true]);
    const ends = [isInterruption(0, null), isInterruption(1, null), isInterruption(null, 'SIGABRT')];
    expect(ends).toEqual([false, false, false]);
  });

  it('name what failed, also outside of tests', () => {
    const run = { passed: 1, failed: 0, skipped: 0, failures: [], isGreen: true, isInterrupted: false, seconds: 2 };
    const failuresOf = (parts: object) => repeatedRun('a', { ...run, ...parts }).failures;
    expect(failuresOf({})).toEqual([]);
    expect(failuresOf({ isGreen: false, failures: ['x.test.ts > t\nError: no'] })).toEqual(['x.test.ts > t']);
    expect(failuresOf({ isGreen: false })).toEqual(['it failed outside of its tests']);
    expect(failuresOf({ skipped: 2 })).toEqual(['2 tests were skipped']);
  });

  it('end with a table and how often each test failed, the worst first', () => {
    const runs = [
      { stage: 'a', seconds: 10, failures: ['rare', 'often'] },
      { stage: 'a', seconds: 30, failures: ['often', 'often'] },
      green('a', 20),
    ];
    expect(renderRepeats(['a', 'b'], runs).split('\n')).toEqual([
      '  stage  runs  green  median s  max s',
      '  ─────  ────  ─────  ────────  ─────',
      '  a         3      1        20     30',
      '  b         0      0         –      –',
      '  a: 2 of 3 failed: often',
      '  a: 1 of 3 failed: rare',
    ]);
  });

  it('are written beside the stages that were repeated on other code', () => {
    const order = ['a', 'b', 'c'];
    const first = mergeRepeats('Not measured yet.', {
      order,
      stages: ['c', 'b'],
      runs: [{ stage: 'c', seconds: 4, failures: ['late'] }, green('b', 2)],
      commit: 'old',
    });
    const runs = [green('a', 9), { stage: 'b', seconds: 3, failures: ['rare'] }];
    expect(mergeRepeats(first, { order, stages: ['a', 'b'], runs, commit: 'new' }).split('\n')).toEqual([
      '| stage | runs | green | median s | max s | commit |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      '| a | 1 | 1 | 9 | 9 | new |',
      '| b | 1 | 0 | 3 | 3 | new |',
      '| c | 1 | 0 | 4 | 4 | old |',
      '',
      '- c: 1 of 1 failed: late',
      '- b: 1 of 1 failed: rare',
    ]);
  });
});
