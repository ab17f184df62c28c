// npm test: every stage in order, then the plain line with the counts of all of them together.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const stages = [
  ['check', process.execPath, ['scripts/check.mjs']],
  ['host, gateway and installer', 'vitest', ['run', '--project', 'processes']],
  ['official MCP conformance suite', 'vitest', ['run', '--project', 'conformance']],
  ['real browsers', 'vitest', ['run', '--project', 'e2e']],
  ['real VS Code', 'vitest', ['run', '--project', 'editor']],
];

const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
const outcomeFile = join(folder, 'outcome');
writeFileSync(outcomeFile, '');
const failedStages = stages
  .filter(([title, command, args]) => {
    console.log(`\n── ${title} ──`);
    const env = { ...process.env, SALLYPORT_TEST_OUTCOME: outcomeFile };
    return spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' }).status !== 0;
  })
  .map(([title]) => title);

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const line of readFileSync(outcomeFile, 'utf8').split('\n').filter(Boolean)) {
  const outcome = JSON.parse(line);
  for (const key of Object.keys(sum)) sum[key] += outcome[key];
  for (const failure of outcome.failures) console.log(`\nFailed: ${failure}`);
}
rmSync(folder, { recursive: true });
// A stage that fails outside its tests (types, lint) must not close with "0 failed"; nor may a skipped test pass silently.
const failed = Math.max(sum.failed, failedStages.length) + sum.skipped;
if (failedStages.length > 0) console.log(`\nFailed stages: ${failedStages.join(', ')}`);
if (sum.skipped > 0) console.log(`\n${sum.skipped} tests were skipped, which counts as failed.`);
console.log(`\n${sum.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
