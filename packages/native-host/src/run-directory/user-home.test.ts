import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Machine, readMachine } from './machine.ts';
import { locateFolders } from './product-folders.ts';
import { withUserHome } from './user-home.ts';

function openHomes() {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-home-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [account, other] = [join(root, 'ada'), join(root, 'other')];
  mkdirSync(account);
  mkdirSync(other);
  const machine = (env: Machine['env'], rest: Partial<Machine> = {}): Machine => ({
    ...{ ...readMachine(), platform: 'linux', accountHome: account, env },
    ...rest,
  });
  return { root, account, other, machine };
}

it('all folders follow a HOME that the user chose', () => {
  const { other, machine } = openHomes();
  const { config, data, run } = locateFolders(withUserHome(machine({ HOME: other })));
  expect([config, data, run].every((folder) => folder.startsWith(`${other}/.config/sallyport`))).toBe(true);
  const mac = withUserHome(machine({ HOME: other }, { platform: 'darwin' }));
  expect(locateFolders(mac).data).toBe(`${other}/Library/Application Support/Sallyport/data`);
});

it("the account's home is no choice, nor a link to it, nor a snap's, nor a folder that is missing or somebody else's", () => {
  const { root, account, other, machine } = openHomes();
  symlinkSync(account, join(root, 'link'));
  const snap = join(account, 'snap/firefox/common');
  mkdirSync(snap, { recursive: true });
  for (const HOME of [account, join(root, 'link'), snap, join(root, 'missing'), 'relative', '']) {
    expect(withUserHome(machine({ HOME })).env).toEqual({ HOME });
  }
  expect(withUserHome(machine({ HOME: other }, { uid: 4_000_000 })).env).toEqual({ HOME: other });
  expect(withUserHome(machine({})).env).toEqual({});
});

it('SALLYPORT_HOME comes first', () => {
  const { other, machine } = openHomes();
  const given = { HOME: other, SALLYPORT_HOME: '/elsewhere' };
  expect(withUserHome(machine(given)).env).toEqual(given);
});
