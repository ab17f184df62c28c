// Many gateways started at once, right after the last one was killed: who owns the record, and who lives.
import { once } from 'node:events';
import { eventually } from './eventually.ts';
import type { GatewayWorld } from './gateway-world.ts';

export interface Round {
  readonly contenders: number;
  /** How many processes took themselves for the gateway when all was settled. */
  readonly owners: number;
  readonly living: readonly number[];
}

const ROUND_MS = 20_000;

/** One round for each count; the winner of a round is killed with SIGKILL before the next. */
export async function raceForTheGateway(world: GatewayWorld, counts: readonly number[]): Promise<Round[]> {
  const rounds: Round[] = [];
  for (const contenders of counts) {
    const children = Array.from({ length: contenders }, () => world.spawnGateway());
    // A loser sees the winner and ends by itself; the winner is the one that does not.
    const living = await eventually(
      'all but one have ended',
      () => {
        const left = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
        const isSettled = left.length <= 1 && world.record()?.pid === left[0]?.pid;
        return isSettled ? left : undefined;
      },
      ROUND_MS,
    );
    const record = world.record();
    rounds.push({
      contenders,
      owners: living.filter(({ pid }) => pid === record?.pid).length,
      living: world.running(),
    });
    for (const child of living) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  return rounds;
}
