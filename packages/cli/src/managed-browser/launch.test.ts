// What a managed browser is started with, seen without starting one: flags, environment, display.
import { join } from 'node:path';
import type { Machine } from '@sallyport/native-host/run-directory';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { chromiumArguments } from './chromium.ts';
import type { LaunchOptions } from './launch-options.ts';
import { hasDisplay, preparePrivateHome } from './private-home.ts';

const chromium: LaunchOptions = {
  browser: { name: 'chromium', title: 'Chromium', engine: 'chromium', loading: 'flag', path: '/usr/bin/chromium' },
  profileFolder: '/p',
  home: '/h',
  extensionFolder: '/ext',
  startUrl: 'about:blank',
  platform: 'linux',
  env: {},
  isRoot: false,
  isHeadless: false,
};

describe('chromiumArguments', () => {
  it('keeps the sandbox, the window and no debugging pipe for a person at a desk', () => {
    const args = chromiumArguments(chromium);
    expect(args).toContain('--user-data-dir=/p');
    expect(args).toContain('--load-extension=/ext');
    expect(args).toContain('--silent-debugger-extension-api');
    const unwanted = /sandbox|headless|remote-debugging|disable-gpu/;
    expect(args.filter((arg) => unwanted.test(arg))).toEqual([]);
  });

  it('gives the sandbox up for root alone, and the window where there is no display', () => {
    const asRoot = chromiumArguments({ ...chromium, isRoot: true });
    expect(asRoot.filter((arg) => /sandbox|headless/.test(arg))).toEqual(['--no-sandbox']);
    const headless = chromiumArguments({ ...chromium, isHeadless: true });
    expect(headless.filter((arg) => /sandbox|headless/.test(arg))).toEqual(['--headless=new']);
  });

  it('opens the pipe where the browser ignores the flag', () => {
    const args = chromiumArguments({ ...chromium, browser: { ...chromium.browser, loading: 'pipe' } });
    expect(args).toContain('--remote-debugging-pipe');
    expect(args.join(' ')).not.toContain('--load-extension');
  });
});

describe('preparePrivateHome', () => {
  it('leads HOME away from the user and keeps only the way to the display', () => {
    const folder = temporaryFolder();
    const env = { HOME: '/home/ada', XDG_CONFIG_HOME: '/home/ada/.config', DISPLAY: ':0', LANG: 'C' };
    const machine: Machine = { platform: 'linux', env, uid: 1000, accountHome: '/home/ada', accountName: 'ada' };
    expect(preparePrivateHome(machine, join(folder, 'home'))).toEqual({
      HOME: join(folder, 'home'),
      XAUTHORITY: '/home/ada/.Xauthority',
      DISPLAY: ':0',
      LANG: 'C',
    });
  });

  it('knows a machine without a display', () => {
    expect([
      hasDisplay({ platform: 'linux', env: {} }),
      hasDisplay({ platform: 'linux', env: { DISPLAY: '' } }),
      hasDisplay({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } }),
      hasDisplay({ platform: 'darwin', env: {} }),
    ]).toEqual([false, false, true, true]);
  });
});
