// The launcher script that browsers start. It has absolute paths, because browsers pass on almost no environment.
import type { Platform } from './browsers.ts';

export interface LauncherRequest {
  readonly platform: Platform;
  /** Absolute paths of Node and of the installed host bundle. */
  readonly node: string;
  readonly hostBundle: string;
  /** Set before the host runs, or unset where undefined, so that the browser's values do not get through. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The program that started the browser may have set these for its own Node. */
const foreign = { NODE_OPTIONS: undefined, NODE_PATH: undefined };

export function renderLauncher(request: LauncherRequest): { readonly extension: string; readonly text: string } {
  return request.platform === 'win32'
    ? { extension: '.bat', text: renderBatch(request) }
    : { extension: '', text: renderShell(request) };
}

function renderShell({ node, hostBundle, variables }: LauncherRequest): string {
  return [
    '#!/bin/sh',
    '# Written by "sallyport install", which also replaces it: changes here get lost.',
    ...Object.entries({ ...foreign, ...variables }).map(([name, value]) =>
      value === undefined ? `unset ${name}` : `export ${name}=${quoteForShell(value)}`,
    ),
    `exec ${quoteForShell(node)} ${quoteForShell(hostBundle)} "$@"`,
    '',
  ].join('\n');
}

function renderBatch({ node, hostBundle, variables }: LauncherRequest): string {
  const lines = [
    '@echo off',
    'rem Written by "sallyport install", which also replaces it: changes here get lost.',
    'setlocal DisableDelayedExpansion',
    ...Object.entries({ ...foreign, ...variables }).map(
      ([name, value]) => `set "${name}=${escapeForBatch(value ?? '')}"`,
    ),
    `"${escapeForBatch(node)}" "${escapeForBatch(hostBundle)}" %*`,
    'exit /b %errorlevel%',
    '',
  ];
  // cmd.exe reads batch files in the console's code page, which matters for non-ASCII paths.
  const isAscii = lines.every((line) => /^[\x20-\x7e]*$/.test(line));
  if (!isAscii) lines.splice(2, 0, '"%SystemRoot%\\System32\\chcp.com" 65001 >nul');
  return lines.join('\r\n');
}

export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Windows paths cannot contain quotes, but a percent sign would start a variable. */
function escapeForBatch(text: string): string {
  return text.replaceAll('%', '%%');
}

/** Folders of version managers, whose Node disappears when its version is removed. */
const versionManagers: readonly (readonly [manager: string, folder: RegExp])[] = [
  ['nvm', /\/\.?nvm\//],
  ['fnm', /\/\.?fnm(_multishells)?\//],
  ['volta', /\/\.?volta\//],
  ['asdf', /\/\.?asdf\//],
  ['mise', /\/\.?mise\//],
  ['nodenv', /\/\.?nodenv\//],
  ['n', /\/n\/versions\//],
  ['nvs', /\/\.?nvs\//],
  // Not a version manager, but its folder has the version and disappears with an upgrade.
  ['Homebrew', /\/cellar\/node/],
];

/** The version manager that owns this Node, if one does. */
export function versionManagerOf(node: string): string | undefined {
  const path = node.replaceAll('\\', '/').toLowerCase();
  return versionManagers.find(([, folder]) => folder.test(path))?.[0];
}

export function nodeWarning(node: string): string | undefined {
  const manager = versionManagerOf(node);
  if (manager === undefined) return undefined;
  return (
    `Browsers will start the Node.js of ${manager} (${node}), which fails once that version is removed. ` +
    'Run "sallyport install" again after changing Node.js, or pass a permanent one with --node PATH.'
  );
}
