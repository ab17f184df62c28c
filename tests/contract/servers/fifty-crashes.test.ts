// Fifty crashes of one server: no other call is lost, no process stays, and every later call succeeds.
import { expect, it } from 'vitest';
import { errorFactsOf } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';
import { verifies } from '../../support/verifies.ts';

const CRASHES = 50;

it(verifies('fifty crashes cost nobody else a call', 'S4-restart-max', 'S4-err-server-unavailable'), async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, { bad: fixture(world.home), good: fixture(world.home) });
  const [victim, bystander] = await Promise.all([world.openAgent('legacy'), world.openAgent('modern')]);
  let isOver = false;
  let served = 0;
  const others = (async () => {
    while (!isOver) {
      const result = await bystander.client.callTool({ name: 'good__echo', arguments: { message: 'still here' } });
      expect(result).toMatchObject({ content: [{ text: 'still here' }] });
      served += 1;
    }
  })();
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const lost = await victim.client.callTool({ name: 'bad__crash' });
    expect(errorFactsOf(lost)).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } });
    const next = await victim.client.callTool({ name: 'bad__echo', arguments: { message: 'back' } });
    expect(next, `after crash ${crash + 1}`).toMatchObject({ content: [{ text: 'back' }] });
  }
  isOver = true;
  await others;
  expect(served).toBeGreaterThan(CRASHES);
  await eventually('two servers run and none more', () => processesNaming(`--of=${world.home}`).length === 2);
}, 120_000);
