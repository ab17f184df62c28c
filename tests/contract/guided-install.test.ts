// The end of install at a terminal: it waits for a browser, calls through all hops and shows the first call.
import { PassThrough } from 'node:stream';
import { type CommandContext, run } from '@sallyport/cli';
import { expect, it } from 'vitest';
import { type DoctorWorld, openDoctorWorld } from '../support/doctor-world.ts';

const firefox = '.mozilla/firefox/profiles.ini';

/** Runs install with Firefox present, as a person at a terminal unless told otherwise. */
async function install(world: DoctorWorld, args: readonly string[] = [], overrides: Partial<CommandContext> = {}) {
  world.put(firefox, '');
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const context = { ...world.context, stdout, stderr, confirm: async () => true, ...overrides };
  const exitCode = await run(['install', '--only', 'browsers', ...args], context);
  return { exitCode, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

/** A linked browser, and a gateway that answers for it. */
async function openBrowser(world: DoctorWorld, call: object = { ok: true, result: {} }): Promise<void> {
  const hostId = await world.openApp('hosts');
  const browsers = [{ hostId, name: 'firefox 1.0', tools: 5 }];
  await world.openGateway({ status: { browsers, editors: [], servers: [] }, 'tools.call': call });
}

it('waits for the browser, pings it, and shows the first call', async () => {
  const world = openDoctorWorld();
  const running = install(world);
  await openBrowser(world);
  const { exitCode, stdout, stderr } = await running;
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Load the extension[\s\S]*Waiting until a browser[\s\S]*Connected: firefox 1\.0, 5 tools\./);
  expect(stdout).toMatch(/native host and extension took \d+ ms\.\nYour first call: sallyport call browser\/tabs/);
});

it('does so again when everything is in place', async () => {
  const world = openDoctorWorld();
  await openBrowser(world);
  await install(world);
  expect((await install(world)).stdout).toMatch(/already in place[\s\S]*Connected: firefox 1\.0/);
});

it('says when the call fails, and where to look', async () => {
  const world = openDoctorWorld();
  const error = { code: 'ERR_PERMISSION_DENIED', message: 'You paused all agents.' };
  await openBrowser(world, { ok: false, error });
  const { exitCode, stdout } = await install(world);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('You paused all agents. "sallyport doctor" says')]);
});

it('ends with Ctrl+C without a fault', async () => {
  const world = openDoctorWorld();
  const { exitCode, stdout, stderr } = await install(world, [], { untilInterrupted: async () => {} });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Skipped. "sallyport doctor" shows whether one is connected.');
});

it('does not wait without a terminal, with --yes, --json or --dry-run, and says the same', async () => {
  const ways: readonly [string[], Partial<CommandContext>?][] = [
    [[], { confirm: undefined }],
    [['--yes']],
    [['--json']],
    [['--dry-run']],
  ];
  for (const [args, overrides] of ways) {
    const { exitCode, stdout } = await install(openDoctorWorld(), args, overrides);
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('Waiting');
    expect(stdout).toContain('firefox/manifest.json');
    expect(stdout).toContain('about:debugging#/runtime/this-firefox');
  }
});
