// npm run build: types and plain JavaScript of every package (tsc), then what ships as one file or folder (esbuild).
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildEditor } from './build-editor.ts';
import { bundles } from './bundles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isQuiet = process.argv.includes('--quiet');

function compile(): void {
  const { status, signal, error } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-b'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // tsc explains its own failures, but not that it could not start or was killed.
  if (status === null) console.error(`tsc did not end by itself: ${error?.message ?? signal}`);
  if (status !== 0) process.exit(status ?? 1);
}

async function bundle(): Promise<void> {
  await Promise.all(
    bundles.map(({ entry, outfile, options }) =>
      build({
        absWorkingDir: root,
        entryPoints: [entry],
        outfile,
        bundle: true,
        conditions: ['@sallyport/source'],
        logLevel: 'warning',
        ...options,
      }),
    ),
  );
}

if (process.argv.includes('--clean')) rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
const startedAt = performance.now();
compile();
// It imports the extension's own compiled code, which a fresh clone has only by now.
const { buildExtension } = await import('./build-extension.ts');
await Promise.all([bundle(), buildExtension(root), buildEditor(root)]);
if (!isQuiet) console.log(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
