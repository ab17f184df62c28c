// npm test: every stage in order, then the plain line with the counts of all of them together.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** With the seconds that each may take on two cores: told, not enforced, since a busy machine is no fault of the code. */
const stages = [
  ['check', 60, process.execPath, ['scripts/check.mjs']],
  // Much of it is waiting, so two files run side by side.
  ['host and installer', 60, 'vitest', ['run', '--project', 'host', '--maxWorkers=2']],
  ['gateway', 150, 'vitest', ['run', '--project', 'gateway', '--maxWorkers=2']],
  ['official MCP conformance suite', 45, 'vitest', ['run', '--project', 'conformance']],
  ['skeleton', 120, 'vitest', ['run', '--project', 'skeleton']],
  ['real browsers', 300, 'vitest', ['run', '--project', 'browser']],
  ['real VS Code', 240, 'vitest', ['run', '--project', 'editor']],
];

const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
const outcomeFile = join(folder, 'outcome');
writeFileSync(outcomeFile, '');
const times = [];
const failedStages = stages
  .filter(([title, budgetS, command, args]) => {
    console.log(`\n── ${title} ──`);
    const env = { ...process.env, SALLYPORT_TEST_OUTCOME: outcomeFile };
    const startedAt = performance.now();
    const { status } = spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
    times.push(`${title} ${Math.round((performance.now() - startedAt) / 1000)} s of ${budgetS}`);
    return status !== 0;
  })
  .map(([title]) => title);

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const line of readFileSync(outcomeFile, 'utf8').split('\n').filter(Boolean)) {
  const outcome = JSON.parse(line);
  for (const key of Object.keys(sum)) sum[key] += outcome[key];
  for (const failure of outcome.failures) console.log(`\nFailed: ${failure}`);
}
rmSync(folder, { recursive: true });
console.log(`\nTimes: ${times.join(', ')}`);
// A stage that fails outside its tests (types, lint) must not close with "0 failed"; nor may a skipped test pass silently.
const failed = Math.max(sum.failed, failedStages.length) + sum.skipped;
if (failedStages.length > 0) console.log(`\nFailed stages: ${failedStages.join(', ')}`);
if (sum.skipped > 0) console.log(`\n${sum.skipped} tests were skipped, which counts as failed.`);
console.log(`\n${sum.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
