// Calls of pages under their limits: budget, slots, time, progress, and what the record keeps of them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink, type PageLink, page } from '../../support/page-link.ts';
import { configurePlainServer, plainServer, plainServerLog } from '../../support/plain-server.ts';
import { verifies } from '../../support/verifies.ts';

interface Stage {
  readonly world: GatewayWorld;
  readonly link: PageLink;
}

async function openStage(): Promise<Stage> {
  const world = openGatewayWorld();
  configurePlainServer(world);
  await world.startGateway();
  const link = openPageLink(await world.openExtension());
  await link.ask('host_grant_permission', { scope: 'mcp:tools.call', grant_type: 'ALLOW_ALWAYS' });
  return { world, link };
}

function journalOf({ home }: GatewayWorld): readonly Record<string, unknown>[] {
  const path = join(home, 'data', 'journal.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const failure = (code: string) => ({ type: 'error', error: { code } });
const echo = { tool_name: 'plain/echo', args: { secret: 'hunter2-planted' } };

describe('a page that calls', () => {
  it(
    verifies(
      'five times in one run is refused the sixth, and may begin another run',
      'S4-max-calls-per-run',
      'S4-err-budget-exceeded',
      'S4-metric-rate-limits',
    ),
    async () => {
      const { world, link } = await openStage();
      const first = await link.ask('host_call_tool', { ...echo, new_run: true });
      const run_id = String(first.run_id);
      for (let n = 2; n <= 5; n += 1) {
        expect(await link.ask('host_call_tool', { ...echo, run_id })).toMatchObject({ run_id });
      }
      expect(await link.ask('host_call_tool', { ...echo, run_id })).toMatchObject(failure('ERR_BUDGET_EXCEEDED'));
      const unknown = await link.ask('host_call_tool', { ...echo, run_id: 'made-up' });
      expect(unknown).toMatchObject(failure('ERR_BUDGET_EXCEEDED'));
      // Calls that name no run share one.
      const shared = await Promise.all(Array.from({ length: 6 }, () => link.ask('host_call_tool', echo)));
      expect(shared.filter(({ type }) => type === 'host_call_tool_result')).toHaveLength(5);
      expect(plainServerLog(world)).toHaveLength(10);
      expect(journalOf(world)).toContainEqual({
        kind: 'limit',
        at: expect.any(String),
        origin: page,
        profile: 'p1',
        scope: 'mcp:tools.call',
        limit: 'budget',
        blocked: true,
        tool: 'plain/echo',
      });
    },
  );

  it(
    verifies(
      'that takes too long is answered, cancelled upstream, and recorded without its payload',
      'S4-accept-timeout',
      'S4-err-tool-timeout',
      'S4-metric-tool-calls',
      'S4-msg-get-stats',
    ),
    async () => {
      const { world, link } = await openStage();
      const hanging = await link.ask('host_call_tool', { tool_name: 'plain/hang', args: echo.args, timeout_ms: 200 });
      expect(hanging).toMatchObject(failure('ERR_TOOL_TIMEOUT'));
      await eventually('the server was told', () => plainServerLog(world).includes('cancelled hang'));
      await link.ask('host_call_tool', { tool_name: 'plain/fail' });
      expect(await link.ask('host_get_stats')).toMatchObject({
        type: 'host_get_stats_result',
        stats: {
          totalCalls: 2,
          successfulCalls: 0,
          failedCalls: 2,
          callsByTool: { 'plain/hang': 1, 'plain/fail': 1 },
          callsByOrigin: { [page]: 2 },
        },
      });
      expect(journalOf(world).filter(({ kind }) => kind === 'call')).toMatchObject([
        { origin: page, tool: 'plain/hang', server: 'plain', outcome: 'failure', code: 'ERR_TOOL_TIMEOUT' },
        { origin: page, tool: 'plain/fail', outcome: 'tool_error', allowedBy: expect.stringMatching(/^grant /) },
      ]);
      expect(world.everything()).not.toContain('hunter2-planted');
    },
  );

  it(
    verifies(
      'runs two calls at once and lets the third wait, which is recorded',
      'S4-max-concurrent',
      'S4-sec-rate-limits',
      'S4-metric-rate-limits',
    ),
    async () => {
      const { world, link } = await openStage();
      const { client } = await world.openAgent('legacy');
      const hang = { tool_name: 'plain/hang', timeout_ms: 3000 };
      const hanging = [link.ask('host_call_tool', hang), link.ask('host_call_tool', hang)];
      await eventually('two are under way', () => plainServerLog(world).length === 2);
      const third = link.ask('host_call_tool', echo);
      // Another caller does not wait for this one.
      expect(await client.callTool({ name: 'plain__echo' })).toMatchObject({ content: [{ text: '{}' }] });
      expect(plainServerLog(world)).toEqual(['call hang', 'call hang', 'call echo']);
      await Promise.all(hanging);
      expect(await third).toMatchObject({ type: 'host_call_tool_result' });
      const met = journalOf(world).filter(({ kind }) => kind === 'limit');
      expect(met).toMatchObject([{ limit: 'slots', blocked: false, tool: 'plain/echo' }]);
    },
  );

  it(verifies(
    'while its slots are taken waits ten seconds for one, no longer, and is told why',
    'S4-slot-waits',
    'S4-err-rate-limited',
  ), async () => {
    const { world, link } = await openStage();
    const hanging = [1, 2].map(() => link.ask('host_call_tool', { tool_name: 'plain/hang', timeout_ms: 12_000 }));
    await eventually('two are under way', () => plainServerLog(world).length === 2);
    const askedAt = Date.now();
    expect(await link.ask('host_call_tool', echo)).toMatchObject(failure('ERR_RATE_LIMITED'));
    expect(Date.now() - askedAt).toBeGreaterThanOrEqual(9_900);
    expect(await Promise.all(hanging)).toMatchObject([failure('ERR_TOOL_TIMEOUT'), failure('ERR_TOOL_TIMEOUT')]);
    expect(plainServerLog(world)).not.toContain('call echo');
    expect(journalOf(world)).toContainEqual(expect.objectContaining({ kind: 'limit', limit: 'slots', blocked: true }));
  }, 60_000);

  it(verifies('leaves each decision on its permissions in the journal', 'S4-metric-permissions'), async () => {
    const { world, link } = await openStage();
    await link.ask('host_list_tools');
    await link.ask('host_call_tool', echo);
    await link.ask('host_revoke_permission', { scope: 'mcp:tools.call' });
    const noted = { kind: 'permission', at: expect.any(String), origin: page, profile: 'p1' };
    const decisions = journalOf(world).filter(({ kind }) => kind === 'permission');
    const call = { ...noted, scope: 'mcp:tools.call' };
    expect(decisions).toMatchObject([
      { ...call, action: 'grant', result: 'ALLOW_ALWAYS' },
      { ...noted, scope: 'mcp:tools.list', action: 'check', result: 'refused' },
      { ...call, action: 'check', result: 'granted' },
      { ...call, action: 'revoke', result: 'ended' },
    ]);
  });

  it(verifies('hears of progress before the result', 'S4-events'), async () => {
    const { link } = await openStage();
    await link.ask('host_call_tool', { tool_name: 'plain/report' });
    expect(link.progress).toMatchObject([{ type: 'progress', progress: 1, message: 'half' }]);
  });

  it('and closes its browser meanwhile takes the call with it', async () => {
    const world = openGatewayWorld();
    configurePlainServer(world);
    await world.startGateway();
    const extension = await world.openExtension();
    const link = openPageLink(extension);
    await link.ask('host_grant_permission', { scope: 'mcp:tools.call' });
    extension.post({ type: 'host_call_tool', request_id: 'last', origin: page, tool_name: 'plain/hang' });
    await eventually('it is under way', () => plainServerLog(world).includes('call hang'));
    await extension.close();
    await eventually('the server was told', () => plainServerLog(world).includes('cancelled hang'));
  });

  it('opens a run of its own size, and the user sees its grants and calls', async () => {
    const { link } = await openStage();
    const stranger = { origin: 'https://stranger.example', new_run: true };
    expect(await link.ask('host_call_tool', stranger)).toMatchObject(failure('ERR_SCOPE_REQUIRED'));
    expect(await link.ask('host_call_tool', { new_run: true, max_calls: 6 })).toMatchObject(
      failure('ERR_INPUT_INVALID'),
    );
    const { run_id } = await link.ask('host_call_tool', { new_run: true, max_calls: 1 });
    expect(await link.ask('host_call_tool', { ...echo, run_id })).toMatchObject({ type: 'host_call_tool_result' });
    expect(await link.ask('host_call_tool', { ...echo, run_id })).toMatchObject(failure('ERR_BUDGET_EXCEEDED'));
    expect(await link.ask('host_get_permissions', { origin: undefined, for_user: true })).toMatchObject({
      grants: [{ origin: page, scope: 'mcp:tools.call' }],
      calls: { [page]: 1 },
    });
    const { tools } = await link.ask('host_list_tools', { origin: undefined, for_user: true });
    expect(tools).toContainEqual(expect.objectContaining({ name: 'plain/echo', effect: 'change' }));
    expect(JSON.stringify(tools)).not.toContain('browser/');
  });

  it('finds the tools of a server that is still starting among those that the user is asked about', async () => {
    const world = openGatewayWorld();
    const { command, args } = plainServer();
    const words = [command, ...args].map((word) => `'${word}'`).join(' ');
    // Longer than the gateway waits for servers before its first list.
    const late = { command: '/bin/sh', args: ['-c', `sleep 4; exec ${words}`] };
    writeFileSync(join(world.home, 'config.json'), JSON.stringify({ mcpServers: { late } }));
    await world.startGateway();
    const link = openPageLink(await world.openExtension());
    const { tools } = await link.ask('host_list_tools', { origin: undefined, for_user: true });
    expect(tools).toContainEqual(expect.objectContaining({ name: 'late/echo' }));
  });

  it('in a strange way is told what is wrong', async () => {
    const { world, link } = await openStage();
    const strange: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ origin: 'null' }, 'origin'],
      [{ origin: 'https://page.example/path' }, 'origin'],
      [{ origin: 'file:///etc/passwd' }, 'origin'],
      [{ origin: undefined }, 'origin'],
      [{ tool_name: 7 }, 'tool_name'],
      [{ args: [1] }, 'args'],
      [{ timeout_ms: 'long' }, 'timeout_ms'],
      [{ timeout_ms: 0 }, 'timeout'],
      [{ tab_id: 1.5 }, 'tab_id'],
      [{ profile_id: '' }, 'profile_id'],
    ];
    for (const [fields, named] of strange) {
      expect(await link.ask('host_call_tool', { ...echo, ...fields })).toMatchObject({
        type: 'error',
        error: { code: 'ERR_INPUT_INVALID', message: expect.stringContaining(named) },
      });
    }
    expect(plainServerLog(world)).toEqual([]);
  });

  it(verifies('a server that breaks the protocol hears so', 'S4-err-protocol-error'), async () => {
    const { link } = await openStage();
    const garbled = await link.ask('host_call_tool', { tool_name: 'plain/garble' });
    expect(garbled).toMatchObject(failure('ERR_PROTOCOL_ERROR'));
    expect(await link.ask('host_call_tool', echo)).toMatchObject({ type: 'host_call_tool_result' });
  });

  it('finds nothing of browser and editor', async () => {
    const { link } = await openStage();
    await link.ask('host_grant_permission', { scope: 'mcp:tools.list' });
    expect(JSON.stringify(await link.ask('host_list_tools'))).not.toContain('browser');
    const call = await link.ask('host_call_tool', { tool_name: 'browser/echo', args: { text: 'x' } });
    expect(call).toMatchObject(failure('ERR_TOOL_NOT_FOUND'));
  });
});
