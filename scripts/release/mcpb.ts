// The .mcpb bundle: the shim and the gateway that it starts, for clients that install MCP servers from one file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../packages/cli/src/zip.ts';

export interface ProductFacts {
  readonly version: string;
  readonly description: string;
  readonly node: string;
}

export function mcpbManifest({ version, description, node }: ProductFacts): object {
  return {
    manifest_version: '0.3',
    name: 'sallyport',
    display_name: 'Sallyport',
    version,
    description,
    author: { name: 'Sallyport' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: 'server/mcp-shim.cjs',
      mcp_config: { command: 'node', args: [`\${__dirname}/server/mcp-shim.cjs`], env: {} },
    },
    // The gateway asks its apps for them.
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node } },
  };
}

/** `root` is the project's folder, built. */
export function packMcpb(root: string, facts: ProductFacts): Buffer {
  const built = (name: string) => ({ path: `server/${name}`, content: readFileSync(join(root, 'dist', name)) });
  return zip([
    { path: 'manifest.json', content: Buffer.from(`${JSON.stringify(mcpbManifest(facts), null, 2)}\n`) },
    built('mcp-shim.cjs'),
    built('gateway.cjs'),
    { path: 'icon.png', content: readFileSync(join(root, 'packages/vscode-extension/icon.png')) },
    { path: 'LICENSE', content: readFileSync(join(root, 'LICENSE')) },
  ]);
}
