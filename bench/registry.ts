// Ten thousand tools: what a list and a resolve cost with grants enforced, beside a hundred tools.
import type { App } from '@sallyport/protocol';
import { Grants } from '../packages/gateway/src/rooms/grants/grants.ts';
import { createGuard, type Guard, type GuardCaller } from '../packages/gateway/src/rooms/grants/guard.ts';
import { Registry } from '../packages/gateway/src/rooms/registry/registry.ts';
import type { Bench, Report } from './bench.ts';
import { interleave, median, processorMs, repeat, repeatsFor } from './measure.ts';
import { short } from './table.ts';

const APPS = 20;
const FEW = 100;
const MANY = 10_000;
const LIST_AIM_MS = 100;
const RESOLVE_AIM = 2;
const ROUNDS = { rounds: 15, warmUpRounds: 3 };
const SAMPLE_MS = 10;

const page: GuardCaller = { kind: 'origin', origin: 'https://page.example', profileId: 'default' };
const agent: GuardCaller = { kind: 'agent', key: 'agent_bench_1' };

interface Stock {
  readonly registry: Registry;
  readonly guard: Guard;
}

/** A home like a busy user's: many servers, some grants, one rule. */
function stock(tools: number): Stock {
  let ids = 0;
  const createId = () => `g${++ids}`;
  const grants = new Grants({ kept: { grants: [] }, save: () => {}, now: Date.now, createId });
  for (let n = 0; n < 50; n += 1) {
    const subject = { origin: `https://site-${n}.example`, profileId: 'default' };
    grants.grant({ subject, scope: 'mcp:tools.call' }, 'ALLOW_ALWAYS', { grantedBy: 'bench' });
  }
  const subject = { origin: 'https://page.example', profileId: 'default' };
  for (const scope of ['mcp:tools.list', 'mcp:tools.call'] as const) {
    grants.grant({ subject, scope }, 'ALLOW_ALWAYS', { grantedBy: 'bench' });
  }
  const registry = new Registry({ onFault: (thrown) => console.error(thrown) });
  for (let n = 0; n < APPS; n += 1) {
    const declarations = Array.from({ length: tools / APPS }, (_, i) => ({
      name: `tool_${i}`,
      description: 'Does one thing and says what came of it.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' }, count: { type: 'integer' } } },
    }));
    registry.put(appOf(`server-${n}`), `Server ${n}`, declarations);
  }
  return { registry, guard: createGuard({ rules: () => ({ 'server-1/tool_1': 'deny' }), grants: () => grants }) };
}

function appOf(id: string): App {
  return {
    id,
    listTools: async () => [],
    callTool: async () => ({ relayed: {} }),
    onToolsChanged: () => () => {},
    close: async () => {},
  };
}

const listFor = ({ registry, guard }: Stock, asker: GuardCaller) =>
  registry.list().filter((tool) => guard.sees(asker, tool)).length;

/** Names all over the stock, in an order that no cache likes. */
function namesOf({ registry }: Stock): readonly string[] {
  const tools = registry.list().filter(({ name }) => name !== 'server-1/tool_1');
  return tools.map((_, n) => tools[(n * 7919) % tools.length]?.name ?? '');
}

function resolving(held: Stock, asker: GuardCaller): () => void {
  const names = namesOf(held);
  let next = 0;
  return () => {
    next = (next + 1) % names.length;
    held.guard.authorise(asker, held.registry.resolve(names[next] ?? ''));
  };
}

export const registryBench: Bench = {
  name: 'registry',
  async run({ onProgress }): Promise<Report> {
    onProgress(`${MANY} tools`);
    const stocks = [FEW, MANY].map((count) => ({ count, held: stock(count) }));
    const askers = { page, agent };
    const contenders = stocks.flatMap(({ count, held }) =>
      Object.entries(askers).flatMap(([who, asker]) => {
        const resolve = resolving(held, asker);
        const repeats = repeatsFor(SAMPLE_MS, resolve);
        return [
          { name: `list ${who} ${count}`, sample: () => processorMs(() => listFor(held, asker)) },
          { name: `resolve ${who} ${count}`, sample: () => processorMs(() => repeat(repeats, resolve)) / repeats },
        ];
      }),
    );
    const samples = await interleave(contenders, ROUNDS);
    const ms = (what: string, who: string, count: number) => median(samples(`${what} ${who} ${count}`));
    const slowestList = Math.max(...Object.keys(askers).map((who) => ms('list', who, MANY)));
    const growth = Math.max(...Object.keys(askers).map((who) => ms('resolve', who, MANY) / ms('resolve', who, FEW)));
    return {
      title: 'Registry: lists and resolves with grants enforced',
      tables: [
        {
          caption: 'Milliseconds a list, microseconds a resolve',
          head: ['for', ...stocks.flatMap(({ count }) => [`list, ${count} tools`, `resolve, ${count} tools`])],
          rows: Object.keys(askers).map((who) => [
            who === 'page' ? 'a page' : 'an agent',
            ...stocks.flatMap(({ count }) => [short(ms('list', who, count)), short(ms('resolve', who, count) * 1000)]),
          ]),
        },
      ],
      aims: [
        {
          what: `a list of ${MANY} tools takes at most ${LIST_AIM_MS} ms`,
          measured: `${short(slowestList)} ms`,
          holds: slowestList <= LIST_AIM_MS,
        },
        {
          what: `a resolve among ${MANY} tools takes at most ${RESOLVE_AIM} times one among ${FEW}`,
          measured: `${short(growth)} times`,
          holds: growth <= RESOLVE_AIM,
        },
      ],
      notes: [
        `Medians of ${ROUNDS.rounds} rounds, ${APPS} servers, 52 grants, one rule; names in an order that no cache likes.`,
      ],
    };
  },
};
