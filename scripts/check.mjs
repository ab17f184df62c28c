// npm run check: types, format, lint, dead code, layers, unit and contract tests. Stops at the first that fails.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const steps = [
  ['build and types', 'tsx', ['scripts/build.ts', '--quiet']],
  ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
  ['promises and switches', 'oxlint', ['--type-aware', '--deny-warnings', 'packages', 'tests', 'scripts', 'bench']],
  ['dead code', 'knip', []],
  ['unit and contract tests', 'vitest', ['run', '--project', 'check', '--maxWorkers=2']],
];

for (const [title, command, args] of steps) {
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (status !== 0) {
    console.error(`\ncheck failed at: ${title} (${command} ${args.join(' ')})`);
    process.exit(1);
  }
  console.log(`✓ ${title} ${seconds} s`);
}
