// The native host as it ships: one file, built as the build does, into a folder that goes with the test process.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import { bundles } from '../../scripts/bundles.ts';
import { projectRoot } from './test-sources.ts';

export interface HostBundle {
  readonly path: string;
  readonly metafile: Metafile;
}

let built: HostBundle | undefined;

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
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
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
