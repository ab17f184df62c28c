// Ends a test run with the plain line "N passed, N failed", and adds the counts to the file that a run of stages sums up.
import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      // A file that cannot be loaded has no test to count, yet it is a failure.
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'pending') counts.failed += 1;
        else counts[state] += 1;
      }
    }
    const countsFile = process.env.SALLYPORT_TEST_COUNTS;
    if (countsFile === undefined) console.log(`\n${plainLine(counts)}`);
    else appendFileSync(countsFile, `${JSON.stringify(counts)}\n`);
  }
}

function plainLine({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
