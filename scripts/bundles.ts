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
  // What agents' configs point to: starts with every agent, so nothing is in it but the carrying of lines.
  { entry: 'packages/cli/src/shim/main.ts', outfile: 'dist/mcp-shim.cjs', options: node },
  // Started by a shim or a native host, and installed beside both, so that all are of one version.
  {
    entry: 'packages/gateway/src/main.ts',
    outfile: 'dist/gateway.cjs',
    // jsonc-parser's main entry requires its parts in a way that esbuild cannot follow.
    options: { ...node, mainFields: ['module', 'main'] },
  },
  // The server that `sallyport up` brings along, so that a first agent finds one behind the door.
  { entry: 'packages/cli/src/notes/main.ts', outfile: 'dist/notes-server.cjs', options: node },
];
