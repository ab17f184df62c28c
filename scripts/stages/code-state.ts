// Names the state of the code, so that results of one state are never counted for another.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { benchmarksPage } from '../../bench/benchmarks-page.ts';

/** The commit, and a digest of what was changed since. Figures that were written into their page change no code. */
export function stateOfCode(root: string): string {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
  const changes = git('diff', 'HEAD', '--', '.', `:!${benchmarksPage}`);
  const commit = git('rev-parse', '--short=12', 'HEAD').trim();
  return changes === '' ? commit : `${commit}-${createHash('sha256').update(changes).digest('hex').slice(0, 8)}`;
}
