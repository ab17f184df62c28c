// What ships as one file: each bundle with its entry, its format and who loads it.
import type { BuildOptions } from 'esbuild';

export interface Bundle {
  readonly entry: string;
  readonly outfile: string;
  readonly options: BuildOptions;
}

const node: BuildOptions = { platform: 'node', target: 'node20', format: 'cjs' };

export const bundles: readonly Bundle[] = [
  // A browser starts it, with almost no environment; CommonJS because Node starts it some milliseconds sooner.
  { entry: 'packages/native-host/src/main.ts', outfile: 'dist/native-host.cjs', options: node },
  // A host starts it when a page calls and none runs; installed beside the host, so that both are of one version.
  { entry: 'packages/gateway/src/main.ts', outfile: 'dist/gateway.cjs', options: node },
];
