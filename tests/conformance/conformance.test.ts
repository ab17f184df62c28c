// The official conformance suite of both revisions, through the gateway, at the address of one server behind it.
import { expect, it } from 'vitest';
import { sallyportJson } from '../support/command-in-world.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import { writeConfig } from '../support/upstreams.ts';
import { fixtureProgram, runSuite } from './suite.ts';

async function openFixture(): Promise<URL> {
  const world = openGatewayWorld();
  writeConfig(world.home, {
    fixture: { command: process.execPath, args: [fixtureProgram, `--of=${world.home}`] },
  });
  await world.startGateway();
  // The suite can send no token.
  const { url } = await sallyportJson(world, 'serve', '--port', '0', '--no-auth');
  return new URL(`${url}/fixture`);
}

/** What the gateway does not have, as docs/decisions says: the Tasks extension, and streams that end to be asked for again. */
const tasks = [
  'lifecycle',
  'capability-negotiation',
  'wire-fields',
  'request-state-removal',
  'mrtr-input',
  'request-headers',
  'dispatch-and-envelope',
  'status-notifications',
  'required-task-error',
  'mrtr-composition',
].map((name) => `tasks-${name}`);

it.each([
  ['2025-11-25', 30, ['server-sse-polling']],
  ['2026-07-28', 37, tasks],
])('all required server scenarios of %s pass through the gateway: %i', async (revision, count, missing) => {
  const { exitCode, scenarios, unscored, output } = await runSuite(await openFixture(), revision);
  const failed = [...scenarios].filter(([, isPassed]) => !isPassed).map(([name]) => name);
  process.stdout.write(`\n${revision}: ${scenarios.size - failed.length}/${scenarios.size} required scenarios\n`);
  expect(failed, output.slice(-4000)).toEqual([]);
  expect(scenarios.size).toBe(count);
  expect(
    [...unscored].flatMap(([name, isPassed]) => (isPassed ? [] : [name])),
    output.slice(-4000),
  ).toEqual(missing);
  expect(unscored.size).toBeGreaterThan(missing.length);
  expect(exitCode).toBe(0);
});
