// Runs one stage of the tests as a process and reads what its reporters wrote.
import { type StdioOptions, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../plain-reporter.ts';
import type { Stage } from './stages.ts';

export interface StageRun extends Outcome {
  readonly isGreen: boolean;
  /** It was ended from outside, so it shows nothing. */
  readonly isInterrupted: boolean;
  readonly seconds: number;
}

export function runStage({ command, args }: Stage, stdio: StdioOptions): StageRun {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  const outcomeFile = join(folder, 'outcome');
  writeFileSync(outcomeFile, '');
  const startedAt = performance.now();
  const { status, signal } = spawnSync(command, args, {
    stdio,
    env: { ...process.env, SALLYPORT_TEST_OUTCOME: outcomeFile },
    shell: process.platform === 'win32',
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const line of readFileSync(outcomeFile, 'utf8').split('\n').filter(Boolean)) {
    const part: Outcome = JSON.parse(line);
    for (const key of ['passed', 'failed', 'skipped'] as const) outcome[key] += part[key];
    outcome.failures.push(...part.failures);
  }
  rmSync(folder, { recursive: true });
  return { ...outcome, isGreen: status === 0, isInterrupted: isInterruption(status, signal), seconds };
}

/** By these a person or a program ends a run; others are crashes. */
const interruptingSignals: readonly (string | null)[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];
/** What a shell says of a process that SIGINT or SIGTERM has ended. */
const interruptedStatuses: readonly (number | null)[] = [130, 143];

export function isInterruption(status: number | null, signal: string | null): boolean {
  return interruptingSignals.includes(signal) || interruptedStatuses.includes(status);
}
