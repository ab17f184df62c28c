// npm run build: types and plain JavaScript of every package (tsc), then what ships as one file or folder (esbuild).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isQuiet = process.argv.includes('--quiet');

function compile(): void {
  const { status } = spawnSync('tsc', ['-b'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

const startedAt = performance.now();
compile();
if (!isQuiet) console.log(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
