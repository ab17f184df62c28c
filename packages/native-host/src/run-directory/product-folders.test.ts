import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { type Machine, readMachine } from './machine.ts';
import { configFileOf, locateFolders } from './product-folders.ts';

const linux: Machine = {
  platform: 'linux',
  env: { HOME: '/snap/home', XDG_RUNTIME_DIR: '/snap/run', XDG_CONFIG_HOME: '/snap/config', TMPDIR: '/snap/tmp' },
  uid: 4_000_000,
  accountHome: '/home/ada',
  accountName: 'ada',
};

describe('the folders of the product', () => {
  it(verifies('are all under SALLYPORT_HOME when that is set', 'S1-socket-path'), () => {
    expect(locateFolders({ ...linux, env: { SALLYPORT_HOME: '/elsewhere' } })).toEqual({
      config: '/elsewhere',
      data: '/elsewhere/data',
      run: '/elsewhere/run',
    });
  });

  it(verifies('follow the account and not what the environment says of home and temp', 'S1-socket-path'), () => {
    expect(locateFolders(linux)).toEqual({
      config: '/home/ada/.config/sallyport',
      data: '/home/ada/.config/sallyport/data',
      run: '/home/ada/.sallyport/run',
    });
  });

  it(verifies('have the run directory in /run/user/<uid> exactly where that is ours', 'S1-socket-path'), () => {
    const machine = { ...readMachine(), accountHome: '/home/ada', env: {} };
    const runtime = `/run/user/${machine.uid}`;
    const isOurs = existsSync(runtime) && statSync(runtime).uid === machine.uid;
    expect(locateFolders(machine).run).toBe(isOurs ? `${runtime}/sallyport` : '/home/ada/.sallyport/run');
  });

  it('take an empty SALLYPORT_HOME for none', () => {
    expect(locateFolders({ ...linux, env: { SALLYPORT_HOME: '' } })).toEqual(locateFolders(linux));
  });

  it('have the forms of macOS and Windows', () => {
    expect(locateFolders({ ...linux, platform: 'darwin', accountHome: '/Users/ada' })).toEqual({
      config: '/Users/ada/Library/Application Support/Sallyport',
      data: '/Users/ada/Library/Application Support/Sallyport/data',
      run: '/Users/ada/.sallyport/run',
    });
    const env = { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };
    expect(locateFolders({ ...linux, platform: 'win32', uid: undefined, env }).run).toBe(
      'C:\\Users\\ada\\AppData\\Local\\sallyport\\run',
    );
  });

  it('have one config, or the one that was named', () => {
    expect(configFileOf(linux)).toBe('/home/ada/.config/sallyport/config.json');
    expect(configFileOf({ ...linux, env: { SALLYPORT_CONFIG: '/tmp/other.json' } })).toBe('/tmp/other.json');
    expect(configFileOf({ ...linux, env: { SALLYPORT_CONFIG: '' } })).toBe(configFileOf(linux));
  });

  it('name SALLYPORT_HOME as the remedy when the user has no account', () => {
    expect(() => locateFolders({ ...linux, accountHome: undefined })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('SALLYPORT_HOME') }),
    );
  });
});
