// The client scenarios of the official suite, with the gateway as the client of the suite's servers.
import { expect, it } from 'vitest';
import { openScenarioRunner } from './scenario-runner.ts';
import { runClientSuite } from './suite.ts';

/** Later than the release they are not required for, and passed all the same. */
const besides = ['json-schema-2020-12-preservation'];

/** What has to go wrong: each of these servers is to be refused. */
const refused = [
  'auth/scope-retry-limit',
  'auth/resource-mismatch',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
];

it.each([
  ['2025-11-25', 18],
  ['2026-07-28', 32],
])('all required client scenarios of %s pass with the gateway as the client: %i', async (revision, count) => {
  const { socket, faults } = await openScenarioRunner(revision);
  const { exitCode, scenarios, output } = await runClientSuite(revision, socket);
  const failed = [...scenarios].filter(([, isPassed]) => !isPassed).map(([name]) => name);
  process.stdout.write(
    `\n${revision}: ${scenarios.size - failed.length}/${scenarios.size} required client scenarios\n`,
  );
  expect(failed, `${JSON.stringify([...faults], null, 2)}\n${output.slice(-4000)}`).toEqual([]);
  expect(scenarios.size).toBe(count);
  expect([...faults.keys()].filter((name) => scenarios.has(name)).sort()).toEqual(
    refused.filter((name) => scenarios.has(name)).sort(),
  );
  for (const name of besides) expect(output).toMatch(new RegExp(`^✓ ${name}:`, 'm'));
  expect(exitCode).toBe(0);
});
