// A real VS Code: code-server with a home, settings, extensions and workspace of its own, and a Chromium that shows it.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorFolder, editorSources, isOldestEditor } from '../../../scripts/editor-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { type Context, loadPlaywright, type Page } from './chromium.ts';
import { tidyKeys } from './person.ts';

/** Like the desktop, and quiet: the web build saves by itself and offers to forward our port. */
const settings = {
  'files.autoSave': 'off',
  'remote.autoForwardPorts': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.commandsToSkipShell': ['workbench.action.closeAllEditors', 'notifications.clearAll'],
  'terminal.integrated.defaultProfile.linux': 'bash',
};

const keybindings = [
  { key: asKeybinding(tidyKeys.closeEditors), command: 'workbench.action.closeAllEditors' },
  { key: asKeybinding(tidyKeys.clearNotifications), command: 'notifications.clearAll' },
  { key: asKeybinding(tidyKeys.rejectAll), command: 'sallyport.review.rejectAll' },
];

function asKeybinding(keys: string): string {
  return keys.replace('Control', 'ctrl').toLowerCase();
}

export interface EditorServer {
  readonly url: string;
  readonly home: string;
  readonly workspace: string;
  /** Opens a folder or a workspace file; closed with the server. */
  openWindow(opened: string): Promise<EditorWindow>;
  close(): Promise<void>;
}

export interface EditorWindow {
  /** Port where the Chromium that shows it takes debuggers. */
  readonly debugPort: number;
  readonly chromium: Context;
  readonly page: Page;
}

export interface EditorServerOptions {
  /** Made anew; holds all that this run writes. */
  readonly folder: string;
  readonly vsix: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
  /** The tests' own extension beside ours. */
  readonly hasProbe?: boolean;
}

export async function openEditorServer(options: EditorServerOptions): Promise<EditorServer> {
  const { folder, vsix, files } = options;
  const home = join(folder, 'home');
  const workspace = join(folder, 'workspace');
  rmSync(folder, { recursive: true, force: true });
  for (const path of ['user/User', 'extensions', 'home', 'workspace'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(
    join(folder, 'user', 'User', 'settings.json'),
    JSON.stringify({ ...settings, ...options.settings }, null, 2),
  );
  writeFileSync(join(folder, 'user', 'User', 'keybindings.json'), JSON.stringify(keybindings));
  // Before the first start, which lists what it finds there.
  if (options.hasProbe === true) {
    const place = join(folder, 'extensions', 'sallyport-tests.test-probe-1.0.0');
    cpSync(join(editorSources, 'probe'), place, { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  const port = await freePort();
  writeFileSync(join(folder, 'config.yaml'), `bind-addr: 127.0.0.1:${port}\nauth: none\ncert: false\n`);

  const run = starter(folder, home);
  const installed = run(['--install-extension', vsix]);
  if ((await ended(installed)) !== 0) throw new Error(`VS Code did not install ${vsix}; see ${folder}/server.log`);
  const server = run([
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    // The oldest one has no such option.
    ...(isOldestEditor ? [] : ['--reconnection-grace-time', '5']),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const shown: Context[] = [];
  try {
    await eventually('code-server answers', () => isReady(url), 60_000);
    const openWindow = async (opened: string) => {
      const window = await showWindow(url, opened, join(folder, `chromium-${shown.length}`));
      shown.push(window.chromium);
      return window;
    };
    const close = async () => {
      for (const chromium of shown) await chromium.close();
      await endGroup(server);
    };
    return { url, home, workspace, openWindow, close };
  } catch (error) {
    await endGroup(server);
    throw error;
  }
}

/** In a Chromium of its own: of two tabs in one, only that in front is drawn. Without anything opened an empty window. */
export async function showWindow(url: string, opened: string | undefined, profile: string): Promise<EditorWindow> {
  const debugPort = await freePort();
  const chromium = await launchChromium(profile, debugPort);
  const page = chromium.pages()[0] ?? (await chromium.newPage());
  await page.goto(`${url}/?${queryFor(opened)}`, { timeout: 60_000 });
  return { debugPort, chromium, page };
}

function queryFor(opened: string | undefined): string {
  if (opened === undefined) return 'ew=true';
  return opened.endsWith('.code-workspace') ? `workspace=${opened}` : `folder=${opened}`;
}

/** In a process group of its own, since code-server leaves watchers behind when it alone is ended. */
function starter(folder: string, home: string): (args: readonly string[]) => ChildProcess {
  const { node, entry } = editorFolder();
  const log = openSync(join(folder, 'server.log'), 'a');
  const common = [
    ...['--config', join(folder, 'config.yaml')],
    ...['--user-data-dir', join(folder, 'user')],
    ...['--extensions-dir', join(folder, 'extensions')],
  ];
  const env = { ...process.env, HOME: home, SALLYPORT_HOME: join(home, 'sallyport'), SHELL: '/bin/bash' };
  return (args) =>
    spawn(node, [entry, ...common, ...args], { env, cwd: folder, stdio: ['ignore', log, log], detached: true });
}

/** With a profile, in whose one context other processes find the window too. */
function launchChromium(profile: string, debugPort: number): Promise<Context> {
  return loadPlaywright().chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    viewport: { width: 1400, height: 900 },
    args: [
      `--remote-debugging-port=${debugPort}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false; // Nobody listens yet.
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

async function endGroup(child: ChildProcess): Promise<void> {
  const group = child.pid;
  if (group === undefined) return;
  signal(-group, 'SIGTERM');
  await eventually('code-server and its children end', () => !isAlive(-group), 4000).catch(() =>
    signal(-group, 'SIGKILL'),
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}
