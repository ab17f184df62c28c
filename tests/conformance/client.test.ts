// The client scenarios of the official suite, with the gateway as the client of the suite's servers.
import { expect, it } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import { requiredOfClients, runClientScenario } from './suite.ts';

/** Signing in at a server is not built: an entry's "headers" carry a token that the user got elsewhere. */
const isNotBuilt = (scenario: string) => scenario.startsWith('auth/');

/** Later than the release they are not required for, and passed all the same. */
const besides = ['json-schema-2020-12-preservation'];

it.each([
  ['2025-11-25', 4],
  ['2026-07-28', 7],
])('of %s all pass that need no sign-in, with the gateway as the client: %i', async (revision, count) => {
  const { programs, home: folder } = openGatewayWorld();
  const required = (await requiredOfClients(revision)).filter((scenario) => !isNotBuilt(scenario));
  expect(required).toHaveLength(count);
  const failed: { readonly scenario: string; readonly output: string }[] = [];
  const waiting = [...required, ...besides];
  const work = async () => {
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
      const { exitCode, output } = await runClientScenario(scenario, revision, { gateway: programs.gateway, folder });
      if (exitCode !== 0) failed.push({ scenario, output: output.slice(-2000) });
    }
  };
  // Each is mostly waiting for processes to start.
  await Promise.all([work(), work()]);
  const passed = required.filter((scenario) => failed.every((other) => other.scenario !== scenario));
  process.stdout.write(`\n${revision}: ${passed.length}/${count} required client scenarios without sign-in\n`);
  expect(failed).toEqual([]);
});

it('a server that wants a sign-in is not met, and the suite says so', async () => {
  const { programs, home: folder } = openGatewayWorld();
  const scenario = 'auth/metadata-default';
  const { exitCode, output } = await runClientScenario(scenario, '2026-07-28', { gateway: programs.gateway, folder });
  expect(exitCode).toBe(1);
  expect(output).toContain('The server refused us (HTTP 401).');
});
