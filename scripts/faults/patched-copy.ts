// The copy of the project that faults are planted in: applies a patch, builds, runs tests, and takes the patch out again.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { copyProject } from '../project-copy.ts';
import { vitestArgs } from '../stages/stages.ts';
import { type TestFile, titlePattern } from './citing-tests.ts';
import type { CitingFiles, RunRecord } from './verdict.ts';

const BUILD_LIMIT_MS = 180_000;
const APPLY_LIMIT_MS = 30_000;
/** Lines around a fault that must be as they were; more would make patches stale with every change nearby. */
const CONTEXT = '-C1';
const KILL_AFTER_MS = 10_000;
/** How long to wait for the rest of an ended program's output: something that outlives it may hold its pipes open. */
const OUTPUT_GRACE_MS = 2000;

export interface TestRun {
  readonly project: string;
  readonly wanted: CitingFiles;
  readonly limitMs: number;
  /** Ends the run as soon as each promise has a failed assertion. */
  readonly mayEndEarly: boolean;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  /** Why there may be no output: it was ended by its deadline or by a signal. */
  readonly interruption?: string;
}

export class PatchedCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sallyport-faults-'));
  readonly #tree = join(this.#folder, 'tree');
  readonly #children = new Set<ChildProcess>();

  constructor(root: string) {
    copyProject(root, this.#tree);
    // A fault often leaves a name unused behind it, which says nothing about the tests.
    const settings = join(this.#tree, 'tsconfig.base.json');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/("noUnused\w+"): true/g, '$1: false'));
  }

  /** The sentence that says why not, where a patch does not apply. */
  async apply(patchFile: string): Promise<string | undefined> {
    const { status, output } = await this.#run('git', ['apply', CONTEXT, patchFile], APPLY_LIMIT_MS);
    return status === 0 ? undefined : `does not apply: ${output.trim().split('\n', 1)[0]}`;
  }

  async revert(patchFile: string): Promise<void> {
    const { status, output } = await this.#run('git', ['apply', '--reverse', CONTEXT, patchFile], APPLY_LIMIT_MS);
    if (status !== 0) throw new Error(`${patchFile} cannot be taken out of the copy again: ${output}`);
  }

  /** The sentence that says why not, where the tree does not build. An unchanged package costs nothing. */
  async build(): Promise<string | undefined> {
    return whyNotBuilt(await this.#node('tsx/dist/cli.mjs', ['scripts/build.ts', '--quiet'], BUILD_LIMIT_MS));
  }

  /** The types alone, for tests that run sources: bundles take several times as long. */
  async compile(): Promise<string | undefined> {
    return whyNotBuilt(await this.#node('typescript/bin/tsc', ['-b'], BUILD_LIMIT_MS));
  }

  /** Every test file with the project that runs it, as vitest itself resolves them. */
  async testFiles(): Promise<readonly TestFile[]> {
    const { status, output } = await this.#node('vitest/vitest.mjs', ['list', '--filesOnly', '--json'], BUILD_LIMIT_MS);
    if (status !== 0) throw new Error(`vitest cannot list the test files: ${output}`);
    const listed: { file: string; projectName: string }[] = JSON.parse(output.slice(output.indexOf('[')));
    return listed.map(({ file, projectName }) => ({
      path: relative(this.#tree, file).split(sep).join('/'),
      project: projectName,
    }));
  }

  async test({ project, wanted, limitMs, mayEndEarly }: TestRun): Promise<RunRecord> {
    const promises = [...wanted.keys()];
    const files = [...new Set([...wanted.values()].flat())];
    const recordFile = join(this.#folder, 'record.json');
    rmSync(recordFile, { force: true });
    const args = [...vitestArgs(project), '--reporter=./scripts/faults/run-reporter.ts'];
    const ended = await this.#node('vitest/vitest.mjs', [...args, '-t', titlePattern(promises), ...files], limitMs, {
      SALLYPORT_FAULT_RECORD: recordFile,
      SALLYPORT_FAULT_PROMISES: mayEndEarly ? promises.join(' ') : '',
    });
    return readRecord(recordFile) ?? { tests: [], outside: [{ message: lastWords(ended) }] };
  }

  /** Ends what still runs and removes the copy. */
  close(): void {
    for (const child of this.#children) signalGroup(child, 'SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  #node(script: string, args: readonly string[], limitMs: number, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return this.#run(process.execPath, [join('node_modules', script), ...args], limitMs, env);
  }

  #run(command: string, args: readonly string[], limitMs: number, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: this.#tree,
        // The copy is not a repository. Git must not find one around it, or it would apply patches relative to that.
        env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(this.#tree), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own, so that a run that hangs goes with all that it started.
        detached: process.platform !== 'win32',
      });
      this.#children.add(child);
      let output = '';
      let isLate = false;
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
      const timer = setTimeout(() => {
        isLate = true;
        signalGroup(child, 'SIGTERM');
        setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS).unref();
      }, limitMs);
      child.once('error', reject);
      child.once('exit', (status, signal) => {
        clearTimeout(timer);
        this.#children.delete(child);
        const ended = isLate ? `no end after ${limitMs / 1000} s` : signal === null ? undefined : `ended by ${signal}`;
        const settle = () => resolve({ status, output, ...(ended !== undefined && { interruption: ended }) });
        const grace = setTimeout(settle, OUTPUT_GRACE_MS);
        child.once('close', () => {
          clearTimeout(grace);
          settle();
        });
      });
    });
  }
}

function whyNotBuilt(ended: Ended): string | undefined {
  return ended.status === 0 ? undefined : `does not build: ${lastWords(ended)}`;
}

/** What a program said about its failure, in one line that is never empty. */
export function lastWords({ status, output, interruption }: Ended): string {
  const lines = output.split('\n').map((line) => line.trim());
  const said = lines.filter(Boolean).slice(0, 3).join(' ');
  return [interruption, said].filter(Boolean).join(': ') || `exit code ${status} without a word`;
}

function signalGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It ended in the meantime.
  }
}

function readRecord(file: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run ended before its reporter could write.
    return undefined;
  }
}
