// Two agents in two browsers and with one MCP server, all at once, while one of the browsers is restarted.
import { expect, it } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { addAgent } from '../../support/command-in-world.ts';
import { errorFactsOf } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';

const ROUNDS = 40;

/** Calls until it gets through: while its browser is away a call is refused without having run. */
async function call({ client }: Agent, name: string, args: Record<string, string>): Promise<string> {
  return eventually(`${name} gets through`, async () => {
    const result = await client.callTool({ name, arguments: args });
    const isAway = result.isError === true && errorFactsOf(result).code === 'ERR_SERVER_UNAVAILABLE';
    return isAway ? undefined : JSON.stringify(result.content);
  });
}

it('keep to their own browsers, get their own results, and have their own names in the journal', async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, { mine: fixture(world.home) });
  const chromium = await world.openHost({ browser: 'chromium' });
  const firefox = await world.openHost({ browser: 'firefox' });
  const [ada, bob] = await Promise.all(
    (['legacy', 'modern'] as const).map(async (era, n) => {
      const key = await addAgent(world, n === 0 ? 'Ada' : 'Bob');
      return world.openAgent(era, { env: { SALLYPORT_KEY: key } });
    }),
  );
  if (ada === undefined || bob === undefined) throw new Error('Both agents were opened.');
  await call(ada, 'browser__browsers', { choose: 'chromium 1.0 · chro' });
  expect(await call(bob, 'browser__browsers', { choose: 'firefox 1.0 · fire' })).toContain(
    'firefox 1.0 · fire (yours)',
  );

  const rounds = async (agent: Agent, who: string) => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const text = `${who} ${n}`;
      expect(await call(agent, 'browser__echo', { text })).toContain(text);
      expect(await call(agent, 'mine__echo', { message: text })).toContain(text);
    }
  };
  const running = Promise.all([rounds(ada, 'Ada'), rounds(bob, 'Bob')]);
  running.catch(() => {});
  await eventually('both are at work', () => firefox.calls.length > 5 && chromium.calls.length > 5);
  await firefox.close();
  const again = await world.openHost({ browser: 'firefox' });
  await again.knock();
  await running;

  const texts = (host: { calls: typeof firefox.calls }) =>
    host.calls.map(({ args }) => String(args.text).split(' ')[0]);
  expect(new Set(texts(chromium))).toEqual(new Set(['Ada']));
  expect(new Set([...texts(firefox), ...texts(again)])).toEqual(new Set(['Bob']));
  expect(again.calls.length).toBeGreaterThan(0);
  const entries = world
    .read('data/journal.jsonl')
    .split('\n')
    .filter((line) => line.includes('"kind":"call"'))
    .map((line) => JSON.parse(line));
  for (const name of ['Ada', 'Bob']) {
    const own = entries.filter(({ agent, outcome }) => agent.name === name && outcome === 'result');
    expect(own.filter(({ tool }) => tool === 'browser/echo')).toHaveLength(ROUNDS);
    expect(own.filter(({ tool }) => tool === 'mine/echo')).toHaveLength(ROUNDS);
    expect(new Set(own.map(({ stay }) => stay)).size).toBe(1);
  }
  expect(new Set(entries.map(({ agent }) => agent.name))).toEqual(new Set(['Ada', 'Bob']));
});
