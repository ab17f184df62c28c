// Stages the npm package: the command in a few files, without dependencies, and beside it all that it starts or loads.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { bundles } from '../bundles.ts';
import { licensesOf } from './licenses.ts';

/** What the command reads from `bundles`; dist/ has more, for tests. */
const shipped = [
  ...bundles.map(({ outfile }) => outfile.replace('dist/', '')),
  'chromium',
  'firefox',
  'sallyport.vsix',
] as const;

/** The command as npm links it. Its first import is the whole of it, so a browser waits for little. */
const bin = `#!/usr/bin/env node
// The sallyport command; see README.md.
import '../cli/main.js';
`;

/** commander is CommonJS and requires Node's own modules. */
const banner = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`;

/** `root` is the project's folder, built. Replaces what is in `folder`. */
export async function stagePackage(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'packages/cli/src/main.ts' },
    outdir: join(folder, 'cli'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // A command loads its own code alone.
    splitting: true,
    banner: { js: banner },
    mainFields: ['module', 'main'],
    conditions: ['@sallyport/source'],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  for (const name of shipped) cpSync(join(root, 'dist', name), join(folder, 'bundles', name), { recursive: true });
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'bin', 'sallyport.js'), bin, { mode: 0o755 });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestFrom(root), null, 2)}\n`);
  const others = await Promise.all(bundles.map((bundle) => metafileOf(root, bundle)));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesOf(root, [metafile, ...others]));
}

async function metafileOf(root: string, { entry, options }: (typeof bundles)[number]): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    write: false,
    bundle: true,
    conditions: ['@sallyport/source'],
    ...options,
    metafile: true,
  });
  return metafile;
}

/** The name that the MCP registry checks against server.json. */
export const REGISTRY_NAME = 'dev.sallyport/sallyport';

function manifestFrom(root: string): object {
  // After a parse.
  const { version, description, license, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return {
    name: 'sallyport',
    version,
    description,
    license,
    keywords: ['mcp', 'browser', 'vscode', 'agents', 'gateway'],
    type: 'module',
    bin: { sallyport: 'bin/sallyport.js' },
    files: ['bin', 'cli', 'bundles', 'THIRD-PARTY-LICENSES.txt', 'CHANGELOG.md'],
    engines,
    mcpName: REGISTRY_NAME,
  };
}
