// Browsers that Sallyport opens for itself: each way to load the extension, a second start, and the death of the owner.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_EXTENSION_ID, FIREFOX_EXTENSION_ID, NATIVE_HOST_NAME } from '@sallyport/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderManifest } from '../../../packages/cli/src/install/manifest.ts';
import { isAlive } from '../../../packages/cli/src/managed-browser/process-group.ts';
import { eventually } from '../../support/eventually.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { openFramedClient } from '../../support/socket-client.ts';
import { ProbeStage, type StartedHost } from './probe-stage.ts';

const platform = process.platform;
const extensionIds = { chromium: CHROMIUM_EXTENSION_ID, firefox: FIREFOX_EXTENSION_ID } as const;

async function identify(host: StartedHost): Promise<unknown> {
  const client = await openFramedClient(host);
  const { result } = await client.request({ method: 'probe_identity', params: {} });
  client.close();
  return result;
}

describe.each(['chromium', 'firefox'] as const)('a managed %s', (engine) => {
  let stage: ProbeStage;
  let owner: ChildProcess | undefined;
  const identity = { extensionId: extensionIds[engine] };

  beforeAll(async () => {
    stage = await ProbeStage.open(engine);
    await stage.install();
  });

  afterAll(async () => {
    owner?.kill('SIGKILL');
    await stage?.close();
  });

  /** A profile and a home that the installer has not been to, and the manifest handed over instead. */
  function apart() {
    const [launcher = ''] = readdirSync(join(stage.folder, 'sallyport', 'data', 'launchers'));
    const text = renderManifest({
      engine,
      name: NATIVE_HOST_NAME,
      launcher: join(stage.folder, 'sallyport', 'data', 'launchers', launcher),
      extensionIds: [extensionIds[engine]],
    });
    return {
      profileFolder: join(stage.folder, 'apart', 'profile'),
      home: join(stage.folder, 'apart', 'home'),
      hostManifest: { name: NATIVE_HOST_NAME, text },
    };
  }

  it('brings its own manifest along, ends whole when closed, and starts again on the same profile', async () => {
    for (const _ of ['first', 'second']) {
      const browser = await stage.openBrowser(apart());
      expect(await identify(await stage.startedHost(browser))).toEqual(identity);
      await browser.close();
      expect(isAlive({ leaderPid: browser.pid, platform })).toBe(false);
      await eventually('no process of it', () => processesNaming(stage.folder).length === 0, 5_000);
    }
  });

  it('ends when its owner is killed', async () => {
    const script = fileURLToPath(new URL('./browser-owner.ts', import.meta.url));
    const options = JSON.stringify({ ...stage.options, ...apart() });
    const args = ['--conditions=@sallyport/source', '--import', 'tsx', script, options];
    owner = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    await stage.startedHost();
    owner.kill('SIGKILL');
    await eventually('no process of it', () => processesNaming(stage.folder).length === 0);
  });
});

describe('a Chromium that ignores --load-extension, as Chrome does', () => {
  it('gets the extension over the debugging pipe', async () => {
    const stage = await ProbeStage.open('chromium');
    try {
      await stage.install();
      const browser = await stage.openBrowser({ browser: { ...stage.options.browser, loading: 'pipe' } });
      expect(await identify(await stage.startedHost(browser))).toEqual({ extensionId: CHROMIUM_EXTENSION_ID });
    } finally {
      await stage.close();
    }
  });

  it('is closed again when the browser refuses the extension', async () => {
    const stage = await ProbeStage.open('chromium');
    try {
      const extensionFolder = join(stage.folder, 'no-extension');
      mkdirSync(extensionFolder);
      const opening = stage.openBrowser({ browser: { ...stage.options.browser, loading: 'pipe' }, extensionFolder });
      await expect(opening).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
      await eventually('no process of it', () => processesNaming(stage.folder).length === 0, 5_000);
    } finally {
      await stage.close();
    }
  });
});
