// A folder in which a real browser can be opened with the probe in it and the native host installed for it.
import { deepEqual } from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRecords, type Machine, readMachine, readToken, tokenPath } from '@sallyport/native-host/run-directory';
import { NATIVE_HOST_NAME } from '@sallyport/protocol';
import { build } from 'esbuild';
import { applyInstall } from '../../../packages/cli/src/install/apply.ts';
import type { Engine } from '../../../packages/cli/src/install/browsers.ts';
import { applyOptionsFor, prepareInstall } from '../../../packages/cli/src/install/prepare.ts';
import { applyUndo, planUndo } from '../../../packages/cli/src/install/undo.ts';
import type { BrowserProcess } from '../../../packages/cli/src/managed-browser/browser-process.ts';
import { findBrowser, searchable } from '../../../packages/cli/src/managed-browser/find.ts';
import type { ManagedBrowserOptions } from '../../../packages/cli/src/managed-browser/launch-options.ts';
import { openManagedBrowser } from '../../../packages/cli/src/managed-browser/open.ts';
import { openContext } from '../../../packages/cli/src/process-context.ts';
import { bundles } from '../../../scripts/bundles.ts';
import { eventually } from '../../support/eventually.ts';
import { type LeftBehind, processesNaming } from '../../support/left-behind.ts';
import type { HostAddress } from '../../support/socket-client.ts';
import { buildProbe } from './probe-extension/build.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const HOST_BUNDLE = 'native-host.cjs';
/** Firefox on a busy machine took nine seconds to its first native frame. */
const CONNECT_MS = 30_000;
const LEFT_BEHIND_MS = 5_000;

/** A native host that the browser started, as its record tells. */
export interface StartedHost extends HostAddress {
  readonly pid: number;
  readonly recordFile: string;
}

export class ProbeStage {
  readonly folder: string;
  readonly options: ManagedBrowserOptions;
  readonly #opened: BrowserProcess[] = [];

  private constructor(engine: Engine, folder: string) {
    const machine = readMachine();
    const home = join(folder, 'home');
    const env = {
      ...machine.env,
      // The user's home, of which a managed browser must not make use.
      HOME: join(folder, 'user'),
      SALLYPORT_HOME: join(folder, 'sallyport'),
      // Keeps the seed's socket path apart from one that is in use on this machine.
      USER: `e2e-${engine}-${process.pid}`,
    };
    this.folder = folder;
    this.options = {
      browser: findBrowser(searchable(machine), engine),
      home,
      // Where Chromium has its profile in a home, so that it reads what the installer wrote there.
      profileFolder: engine === 'chromium' ? join(home, '.config', 'chromium') : join(folder, 'profile'),
      extensionFolder: join(folder, 'extension'),
      machine: { ...machine, env },
    };
  }

  /** With the probe in it, or another extension that is built into the folder. */
  static async open(engine: Engine, buildExtension = buildProbe): Promise<ProbeStage> {
    const stage = new ProbeStage(engine, mkdtempSync(join(tmpdir(), `sallyport-e2e-${engine}-`)));
    mkdirSync(stage.userHome);
    await Promise.all([
      buildExtension(engine, stage.options.extensionFolder),
      buildHost(join(stage.folder, HOST_BUNDLE)),
    ]);
    return stage;
  }

  get userHome(): string {
    return join(this.folder, 'user');
  }

  /** Where the installer puts this browser's manifest. */
  get manifestFile(): string {
    const { browser, home, profileFolder } = this.options;
    const folder =
      browser.engine === 'chromium'
        ? join(profileFolder, 'NativeMessagingHosts')
        : join(home, '.mozilla', 'native-messaging-hosts');
    return join(folder, `${NATIVE_HOST_NAME}.json`);
  }

  /** Installs the native host for this browser, in the home that it will run with: for our extension, or for others. */
  async install(...extensionIds: string[]): Promise<void> {
    const { machine, ports } = this.#installer();
    const request = { browsers: [this.options.browser.name], extensionIds, parts: ['browsers'] } as const;
    const running = { path: process.execPath, version: process.version };
    const { changes } = await prepareInstall(request, machine, running, ports);
    const outcomes = applyInstall(changes, applyOptionsFor(machine, ports));
    deepEqual(
      outcomes.filter(({ result }) => result === 'failed'),
      [],
    );
  }

  uninstall(): void {
    const { machine, ports } = this.#installer();
    const options = applyOptionsFor(machine, ports);
    applyUndo(planUndo({ host: undefined, browsers: [], parts: ['browsers'] }, options), options);
  }

  #installer() {
    const machine: Machine = {
      ...this.options.machine,
      env: { ...this.options.machine.env, HOME: this.options.home },
    };
    const readBundle = (file: string) =>
      file === HOST_BUNDLE ? readFileSync(join(this.folder, HOST_BUNDLE)) : undefined;
    return { machine, ports: { ...openContext(process, machine).installer, readBundle } };
  }

  async openBrowser(changed: Partial<ManagedBrowserOptions> = {}): Promise<BrowserProcess> {
    const browser = await openManagedBrowser({ ...this.options, ...changed });
    this.#opened.push(browser);
    return browser;
  }

  /** Hosts that ever left a record, whether they still run or not. */
  get hostRecords(): readonly unknown[] {
    return listRecords(join(this.folder, 'sallyport', 'run', 'hosts'));
  }

  /** The host that a browser started, once the probe has said hello to it. */
  async startedHost(browser?: BrowserProcess): Promise<StartedHost> {
    const folder = join(this.folder, 'sallyport', 'run', 'hosts');
    try {
      return await eventually(
        'a native host that knows its browser',
        () => {
          const record = listRecords(folder).find((entry) => entry.browser !== undefined);
          const token = record && readToken(tokenPath(folder, record.id));
          if (record === undefined || token === undefined) return undefined;
          const { socket, pid } = record;
          return { socket, token, pid, recordFile: join(folder, `${record.id}.json`) };
        },
        CONNECT_MS,
      );
    } catch (error) {
      throw new Error(`The browser said: ${browser?.stderrTail}`, { cause: error });
    }
  }

  /** Ends what is still open; fails when anything that was started here would have outlived it. */
  async close(): Promise<void> {
    await Promise.all(this.#opened.map((browser) => browser.close()));
    const leftBehind = await this.#leftBehind();
    for (const { pid } of leftBehind) process.kill(pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    deepEqual(leftBehind, []);
    deepEqual(
      [this.folder, this.#seedSocket].filter((path) => existsSync(path)),
      [],
    );
  }

  get #seedSocket(): string {
    return `/tmp/claude-code-mcp-${this.options.machine.env.USER}.sock`;
  }

  /** Crash handlers see the end of their browser a moment later. */
  async #leftBehind(): Promise<LeftBehind[]> {
    const look = () => processesNaming(this.folder);
    await eventually('no process of this suite', () => look().length === 0, LEFT_BEHIND_MS).catch(() => {});
    return look();
  }
}

/** From the sources, by the build's own table, so that no stale bundle is tested. */
async function buildHost(outfile: string): Promise<void> {
  const bundle = bundles.find((candidate) => candidate.outfile.endsWith(HOST_BUNDLE));
  if (bundle === undefined) throw new Error('The build has no native host.');
  const { entry, options } = bundle;
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    conditions: ['@sallyport/source'],
    ...options,
  });
}
