// The native host as it ships: one file, built as the build does, into a folder that goes with the test file.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import { afterAll } from 'vitest';
import { bundles } from '../../scripts/bundles.ts';
import { projectRoot } from './test-sources.ts';

export interface HostBundle {
  readonly path: string;
  readonly metafile: Metafile;
}

let built: HostBundle | undefined;

// Registered when a test file loads this, since a worker of vitest is not told when it ends.
afterAll(() => {
  if (built !== undefined) rmSync(dirname(built.path), { recursive: true, force: true });
});

export function hostBundle(): HostBundle {
  built ??= build();
  return built;
}

function build(): HostBundle {
  const bundle = bundles.find(({ outfile }) => outfile === 'dist/native-host.cjs');
  if (bundle === undefined) throw new Error('scripts/bundles.ts names no native host.');
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bundle-'));
  // A test may run the host as another user.
  chmodSync(folder, 0o755);
  const path = join(folder, 'native-host.cjs');
  const { metafile } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints: [bundle.entry],
    outfile: path,
    bundle: true,
    conditions: ['@sallyport/source'],
    ...bundle.options,
    metafile: true,
  });
  return { path, metafile };
}
