// The fences between packages, and between the folders of a package: who may import what, checked on the sources' own import statements.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';

export interface Fence {
  /** Packages of ours, or subpaths of them, by their full specifier. */
  readonly ours: readonly string[];
  readonly thirdParty: readonly string[];
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
}

/** One package a line; the reasons stand in ARCHITECTURE.md. */
export const fences: Readonly<Record<string, Fence>> = {
  protocol: { ours: [], thirdParty: ['zod'], node: false },
  'page-types': { ours: [], thirdParty: [], node: false },
  'native-host': { ours: ['@sallyport/protocol'], thirdParty: [], node: true },
  'mcp-door': { ours: ['@sallyport/protocol'], thirdParty: [], node: true },
  gateway: {
    ours: ['@sallyport/protocol', '@sallyport/mcp-door', '@sallyport/native-host/run-directory'],
    // The SDK's client for HTTP transports and their sign-in; what crosses them is relayed raw.
    thirdParty: ['jsonc-parser', '@modelcontextprotocol/client'],
    node: true,
  },
  'browser-extension': { ours: ['@sallyport/protocol', '@sallyport/protocol/tool'], thirdParty: ['zod'], node: false },
  'vscode-extension': {
    ours: [
      '@sallyport/protocol',
      '@sallyport/protocol/tool',
      '@sallyport/mcp-door',
      // The record by which the gateway finds this window.
      '@sallyport/native-host/run-directory',
    ],
    thirdParty: ['vscode', 'zod', 'diff', 'jsonc-parser'],
    node: true,
  },
  cli: {
    ours: [
      '@sallyport/protocol',
      '@sallyport/gateway',
      // The shim on a remote host reads the files of uploads there, by the gateway's own rules.
      '@sallyport/gateway/uploads',
      // The shim answers for a gateway that died, in MCP's shapes.
      '@sallyport/mcp-door',
      '@sallyport/native-host',
      '@sallyport/native-host/run-directory',
    ],
    // jsonc-parser: edits of config.json keep the user's comments.
    thirdParty: ['commander', 'jsonc-parser'],
    node: true,
  },
};

/**
 * The folders inside a package, lowest first: each may import itself and those named beside it, and names only folders above
 * its own line, so imports point one way. `rooms/*` names every folder below `rooms`. A folder without a line belongs to the
 * one around it. `loose` are the files that may lie beside the folders; they may import any of them.
 */
export const folderFences: Readonly<Record<string, FolderFence>> = {
  'mcp-door': {
    loose: ['index.ts'],
    folders: {
      base: [],
      present: ['base'],
      // Knows neither door nor HTTP: the shim and the servers' side use it too.
      revisions: ['base'],
      door: ['base', 'present', 'revisions'],
      http: ['base', 'revisions', 'door'],
    },
  },
  gateway: {
    loose: ['index.ts', 'main.ts'],
    folders: {
      // Rooms never import each other: they meet in path/.
      'rooms/callers': [],
      'rooms/registry': [],
      'rooms/grants': [],
      'rooms/limits': [],
      'rooms/journal': [],
      store: ['rooms/*'],
      // Runs the programs that keep the values of secrets.
      secrets: ['store'],
      path: ['rooms/*'],
      apps: [],
      'apps/browser': ['apps'],
      'apps/servers': ['apps', 'store'],
      // An editor's window is an MCP server at an address.
      'apps/editor': ['apps', 'apps/servers'],
      offers: ['rooms/*', 'path', 'store'],
      doors: ['rooms/*', 'path', 'offers', 'apps/*'],
      remotes: ['rooms/*', 'store', 'doors'],
      lifecycle: ['rooms/*', 'store', 'secrets', 'path', 'apps/*', 'offers', 'doors', 'remotes'],
      embed: ['rooms/*', 'store', 'path', 'doors', 'lifecycle'],
    },
  },
  'browser-extension': {
    // They put the folders together.
    loose: ['index.ts', 'main.ts'],
    // Nobody imports page and web-api, bundles of their own that run inside pages, nor ui, the panel's.
    folders: {
      base: [],
      page: ['base'],
      'in-page': ['base'],
      ui: ['base'],
      'web-api': ['base'],
      watch: ['base'],
      'guard/questions': ['base'],
      'guard/access': ['base', 'guard/questions'],
      // Sites that took a secret by name, and the last net.
      'guard/secrets': ['base'],
      pages: ['base', 'in-page', 'guard/access', 'guard/secrets'],
      'guard/cover': ['base', 'in-page', 'guard/access', 'guard/secrets', 'pages'],
      drivers: ['base', 'in-page', 'pages'],
      tabs: ['base', 'in-page', 'watch', 'guard/access', 'guard/secrets', 'pages'],
      guard: ['base', 'guard/questions', 'guard/access', 'tabs'],
      actions: ['base', 'in-page', 'watch', 'guard/access', 'guard/secrets', 'pages', 'drivers', 'tabs'],
      tools: ['base', 'in-page', 'guard/access', 'tabs'],
      link: ['base', 'guard/cover', 'tabs', 'tools'],
      origins: ['base', 'pages', 'guard/questions', 'guard/secrets'],
      // The gateway's part of the panel's state.
      panel: ['base'],
    },
  },
};

export interface FolderFence {
  readonly loose: readonly string[];
  readonly folders: Readonly<Record<string, readonly string[]>>;
}

export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

export function readPackageSources(root: string): SourceFile[] {
  return readdirSync(join(root, 'packages'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => /^packages\/[^/]+\/src\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** One sentence for each import that a fence forbids. Type-only imports obey the same fences. */
export function findOffences(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const name = path.split('/')[1] ?? '';
    const fence = fences[name];
    if (fence === undefined) return [`${path}: the package ${name} has no fence; add one to tests/support/layers.ts`];
    return importsOf(path, text).flatMap((specifier) => {
      const fault = specifier.startsWith('.') ? relativeFault(path, specifier) : packageFault(fence, specifier);
      return fault === undefined ? [] : [`${path} imports ${specifier}: ${fault}`];
    });
  });
}

function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text);
  const unquote = (start: number, end: number) => text.slice(start, end).replace(/^['"]|['"]$/g, '');
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => unquote(moduleRequest.start, moduleRequest.end)),
  ];
}

function packageFault(fence: Fence, specifier: string): string | undefined {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return fence.node ? undefined : 'this package runs without Node';
  }
  if (specifier.startsWith('@sallyport/')) {
    return fence.ours.includes(specifier)
      ? undefined
      : `it may import ${fence.ours.join(', ') || 'none of our packages'}`;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return fence.thirdParty.includes(name)
    ? undefined
    : `it may import ${fence.thirdParty.join(', ') || 'no npm package'}`;
}

function relativeFault(path: string, specifier: string): string | undefined {
  const from = path.split('/').slice(0, -1);
  const target: string[] = [...from];
  for (const part of specifier.split('/')) {
    if (part === '..') target.pop();
    else if (part !== '.') target.push(part);
  }
  if (target.slice(0, 3).join('/') !== from.slice(0, 3).join('/')) return 'it leaves the package';
  return folderFault(from[1] ?? '', path.split('/').slice(3), target.slice(3));
}

function folderFault(name: string, from: readonly string[], target: readonly string[]): string | undefined {
  const fence = folderFences[name];
  if (fence === undefined) return undefined;
  const [fromFolder, toFolder] = [folderOf(fence, from), folderOf(fence, target)];
  if (fromFolder === undefined) {
    return fence.loose.includes(from.join('/'))
      ? undefined
      : `${from.join('/')} has no fence; add its folder to tests/support/layers.ts`;
  }
  if (toFolder === fromFolder) return undefined;
  const allowed = fence.folders[fromFolder] ?? [];
  return toFolder !== undefined && allowed.some((entry) => covers(entry, toFolder))
    ? undefined
    : `${fromFolder} may import ${allowed.join(', ') || 'no other folder'}`;
}

/** The innermost folder of the table that holds this file. */
function folderOf({ folders }: FolderFence, path: readonly string[]): string | undefined {
  const around = path.slice(0, -1).map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  return around.findLast((folder) => folder in folders);
}

export function covers(entry: string, folder: string): boolean {
  return entry.endsWith('/*') ? folder.startsWith(entry.slice(0, -1)) : folder === entry;
}
