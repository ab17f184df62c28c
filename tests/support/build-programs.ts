// The bundles that the product ships as programs, built from the sources into a folder of the caller's.
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundles } from '../../scripts/bundles.ts';
import { projectRoot } from './test-sources.ts';

export interface BuiltPrograms {
  readonly gateway: string;
  readonly shim: string;
  readonly host: string;
}

export function buildPrograms(folder: string): BuiltPrograms {
  for (const { entry, outfile, options } of bundles) {
    const file = outfile.split('/').at(-1) ?? '';
    if (!/^(gateway|mcp-shim|native-host)\.cjs$/.test(file)) continue;
    buildSync({
      absWorkingDir: projectRoot,
      entryPoints: [entry],
      outfile: join(folder, file),
      bundle: true,
      conditions: ['@sallyport/source'],
      ...options,
    });
  }
  return programsIn(folder);
}

export function programsIn(folder: string): BuiltPrograms {
  return {
    gateway: join(folder, 'gateway.cjs'),
    shim: join(folder, 'mcp-shim.cjs'),
    host: join(folder, 'native-host.cjs'),
  };
}
