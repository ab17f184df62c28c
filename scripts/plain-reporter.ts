// Ends a test run with what failed and the plain line "N passed, N failed". A run of stages gets both in a file, one line a
// stage, and prints them itself after its last one: what failed must not be buried under the stages that came after it.
import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
    for (const module of modules) addModule(outcome, module);
    const outcomeFile = process.env.SALLYPORT_TEST_OUTCOME;
    if (outcomeFile === undefined) console.log(`\n${plainLine(outcome)}`);
    else appendFileSync(outcomeFile, `${JSON.stringify(outcome)}\n`);
  }
}

function addModule(outcome: Outcome, module: TestModule): void {
  // A file that cannot be loaded has no test to count, yet it is a failure.
  for (const error of module.errors().slice(0, 1)) {
    outcome.failed += 1;
    outcome.failures.push(`${module.relativeModuleId}\n${error.message}`);
  }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'passed' || state === 'skipped') outcome[state] += 1;
    else {
      outcome.failed += 1;
      const said = errors?.map(({ stack, message }) => stack ?? message).join('\n') ?? 'It never ended.';
      outcome.failures.push(`${module.relativeModuleId} > ${test.fullName}\n${said}`);
    }
  }
}

function plainLine({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
