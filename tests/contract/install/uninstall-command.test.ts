// sallyport uninstall as a person or a script meets it: what it says, what it refuses, how it exits.
import { type CommandContext, nodeDisk } from '@sallyport/cli';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/command-run.ts';
import { firstRunFiles, type InstallerWorld, movedDisk, openInstallerWorld } from '../../support/installer-world.ts';

let world: InstallerWorld;
const chromeManifest = '/home/ada/.config/google-chrome/NativeMessagingHosts/dev.sallyport.host.json';
const firefoxManifest = '/home/ada/.mozilla/native-messaging-hosts/dev.sallyport.host.json';

beforeEach(() => {
  world = openInstallerWorld('linux');
  world.put(firstRunFiles.linux.chrome, '');
  world.put(firstRunFiles.linux.firefox, '');
});

afterEach(() => world.close());

describe('uninstall', () => {
  it('says when nothing is installed', async () => {
    expect(await runCommand(world, ['uninstall'])).toMatchObject({
      exitCode: 0,
      stdout: 'Nothing is installed; nothing to do.\n',
    });
  });

  it('for one browser leaves the others served', async () => {
    await runCommand(world, ['install']);
    await runCommand(world, ['uninstall', '--browser', 'chrome']);
    expect(world.ports.exists(chromeManifest)).toBe(false);
    expect(world.ports.exists(JSON.parse(world.read(firefoxManifest)).path)).toBe(true);
    await runCommand(world, ['uninstall', '--browser', 'firefox']);
    expect(world.ports.exists(`${world.data}/launchers`)).toBe(false);
  });

  it('shows with --dry-run what it would take back, and does not', async () => {
    world.put(firefoxManifest, 'theirs');
    await runCommand(world, ['install']);
    const was = world.snapshot();
    const { stdout } = await runCommand(world, ['uninstall', '--dry-run']);
    expect(stdout).toMatch(new RegExp(`restore +${firefoxManifest}`));
    expect(stdout).toMatch(new RegExp(`remove +${chromeManifest}`));
    expect(world.snapshot()).toEqual(was);
  });

  it('keeps its record when something could not be restored, and finishes when run again', async () => {
    const was = world.snapshot();
    await runCommand(world, ['install']);
    const disk = movedDisk(nodeDisk, world.real, (path) => {
      if (path === chromeManifest) throw Object.assign(new Error('denied'), { code: 'EACCES' });
    });
    const first = await runCommand(world, ['uninstall'], { installer: { ...world.ports, disk } });
    expect([first.exitCode, first.stderr]).toEqual([1, expect.stringContaining('No permission to read or write')]);
    expect(await runCommand(world, ['uninstall'])).toMatchObject({ exitCode: 0, stdout: 'Uninstalled.\n' });
    expect(world.snapshot()).toEqual(was);
  });

  it('takes Enter for a no when it purges, since nothing restores that', async () => {
    await runCommand(world, ['install']);
    const defaults: (boolean | undefined)[] = [];
    const confirm: CommandContext['confirm'] = async (_, options) => {
      defaults.push(options?.isDefaultNo);
      return false;
    };
    await runCommand(world, ['uninstall', '--purge'], { confirm });
    await runCommand(world, ['uninstall'], { confirm });
    expect(defaults).toEqual([true, false]);
    expect(world.ports.exists(chromeManifest)).toBe(true);
  });

  it('does not purge unasked, nor a part', async () => {
    await runCommand(world, ['install']);
    expect(await runCommand(world, ['uninstall', '--purge'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Pass --yes as well'),
    });
    expect(await runCommand(world, ['uninstall', '--purge', '--browser', 'chrome', '--yes'])).toMatchObject({
      exitCode: 2,
    });
    expect(world.ports.exists(chromeManifest)).toBe(true);
  });
});
