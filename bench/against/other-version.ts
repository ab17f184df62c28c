// Another commit of the project, checked out and built in a temporary folder beside this one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkDependencies } from '../../scripts/project-copy.ts';

const STEP_LIMIT_MS = 10 * 60_000;

export interface OtherVersion {
  readonly root: string;
  readonly commit: string;
  close(): void;
}

/** Throws when there is no such commit, or when it does not build. Whoever opens it closes it. */
export function openOtherVersion(root: string, revision: string): OtherVersion {
  const commit = run('git', ['rev-parse', '--verify', '--short', `${revision}^{commit}`], root).trim();
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-against-'));
  const other = join(folder, 'tree');
  const close = () => {
    spawnSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run('git', ['worktree', 'add', '--quiet', '--detach', other, commit], root);
    for (const lock of run('git', ['ls-files', '*package-lock.json'], other).split('\n').filter(Boolean)) {
      installLike(root, other, dirname(lock));
    }
    run(process.execPath, [join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'scripts/build.ts', '--quiet'], other);
  } catch (error) {
    close();
    throw error;
  }
  return { root: other, commit, close };
}

/** What is installed here is installed there: the same files where the lock is the same, else those of its own lock. */
function installLike(root: string, other: string, folder: string): void {
  if (!existsSync(join(root, folder, 'node_modules'))) return;
  const lockIn = (tree: string) => readFileSync(join(tree, folder, 'package-lock.json'), 'utf8');
  if (lockIn(root) === lockIn(other)) linkDependencies(root, other, folder);
  else run('npm', ['ci', '--no-audit', '--no-fund'], join(other, folder));
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: STEP_LIMIT_MS });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed in ${cwd}: ${error?.message ?? `${stdout}${stderr}`}`);
}
