// The start race in full: 48 rounds of 2 to 16 gateways that start at once after a kill -9, one owner each.
import { expect, it } from 'vitest';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { raceForTheGateway } from '../../support/start-race.ts';

const ROUNDS = 48;

it('has one owner in each of 48 rounds', async () => {
  const world = openGatewayWorld();
  const counts = Array.from({ length: ROUNDS }, (_, i) => 2 + (i % 15));
  const rounds = await raceForTheGateway(world, counts);
  expect(rounds.map(({ contenders, owners, living }) => ({ contenders, owners, living: living.length }))).toEqual(
    counts.map((contenders) => ({ contenders, owners: 1, living: 1 })),
  );
}, 240_000);
