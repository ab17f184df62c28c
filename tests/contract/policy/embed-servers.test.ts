// The embedded host with real servers behind it: the seed's usage example, progress, crashes.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GrantType, getMcpHost, grantPermission, mcpManager, PermissionScope, setDebugMode } from '@sallyport/gateway';
import { expect, it } from 'vitest';
import { openEmbedding } from '../../support/embedding.ts';
import { eventually } from '../../support/eventually.ts';
import { plainServer } from '../../support/plain-server.ts';
import { upstreams } from '../../support/upstreams.ts';
import { verifies } from '../../support/verifies.ts';

const origin = 'https://example.com';

it(
  verifies(
    "the seed's usage example runs, and finds the tools of a real server",
    'S4-usage-example',
    'S4-api-host-list',
    'S4-api-host-call',
    'S4-api-result',
  ),
  async () => {
    const { home } = openEmbedding({
      filesystem: { command: process.execPath, args: [upstreams.filesystem, tmpdir()] },
    });
    const path = join(home, 'test.txt');
    writeFileSync(path, 'from the file');
    const host = getMcpHost();
    await grantPermission(origin, 'default', PermissionScope.TOOLS_LIST, GrantType.ALLOW_ALWAYS);
    await grantPermission(origin, 'default', PermissionScope.TOOLS_CALL, GrantType.ALLOW_ALWAYS, {
      allowedTools: ['filesystem/read_file', 'github/search_issues'],
    });
    const first = host.listTools(origin);
    expect(first.tools?.map(({ name }) => name)).toEqual(['filesystem/read_file']);
    const result = await host.callTool(origin, 'filesystem/read_file', { path });
    if (!result.ok) expect.unreachable(`${result.error.code}: ${result.error.message}`);
    expect(result.result).toMatchObject({ content: [{ type: 'text', text: 'from the file' }] });
    expect(result.provenance).toMatchObject({ serverId: 'filesystem', toolName: 'read_file' });
    const refused = await host.callTool(origin, 'filesystem/write_file', { path, content: 'no' });
    if (refused.ok) expect.unreachable('it was not among the allowed tools');
    expect(refused.error).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED', message: expect.any(String) });
  },
);

it(verifies('a call of something that is no tool is answered, too', 'S4-api-host-call'), async () => {
  openEmbedding({});
  const { callTool } = getMcpHost();
  for (const given of [[origin], [origin, 7], [origin, 'a/b', 'text'], [origin, 'a/b', {}, null], []]) {
    // As a program in plain JavaScript may call it.
    const answered: unknown = await Reflect.apply(callTool, undefined, given);
    expect(answered, JSON.stringify(given)).toMatchObject({ ok: false, error: { code: expect.any(String) } });
  }
});

it(verifies('the tools of all servers are there once they were synced', 'S4-api-sync-tools'), async () => {
  openEmbedding({ plain: plainServer(), other: plainServer() });
  await grantPermission(origin, 'default', PermissionScope.TOOLS_LIST, GrantType.ALLOW_ONCE);
  await grantPermission(origin, 'default', PermissionScope.TOOLS_CALL, GrantType.ALLOW_ONCE);
  const host = getMcpHost();
  // No call, which would wait for its own server, and no time for one to come up by itself.
  await host.syncTools();
  const names = host.listTools(origin).tools?.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['other/echo', 'plain/echo']));
});

it(
  verifies('debug mode adds figures to a call in the journal, and none of its words', 'S4-api-debug-mode'),
  async () => {
    const { home } = openEmbedding({ plain: plainServer() });
    await grantPermission(origin, 'default', PermissionScope.TOOLS_CALL, GrantType.ALLOW_ONCE);
    const host = getMcpHost();
    const args = { text: 'planted-secret', times: 2 };
    for (const isDebug of [false, true, false]) {
      setDebugMode(isDebug);
      await host.callTool(origin, 'plain/echo', args);
    }
    const journal = readFileSync(join(home, 'data', 'journal.jsonl'), 'utf8');
    const calls = journal.split('\n').filter((line) => line.includes('"plain/echo"'));
    const details = calls.map((line) => JSON.parse(line).detail);
    const figures = { waitedMs: expect.any(Number), argumentCount: 2, resultBytes: expect.any(Number) };
    expect(details).toEqual([undefined, figures, undefined]);
    expect(journal).not.toContain('planted-secret');
  },
);

it(
  verifies('a call tells of its progress, and has the time it is given', 'S4-events', 'S4-default-timeout'),
  async () => {
    openEmbedding({ plain: plainServer() });
    await grantPermission(origin, 'default', PermissionScope.TOOLS_CALL, GrantType.ALLOW_ONCE);
    const host = getMcpHost();
    const events: unknown[] = [];
    await host.callTool(origin, 'plain/report', {}, { onEvent: (event) => events.push(event) });
    expect(events).toEqual([{ type: 'progress', progress: 1, message: 'half' }]);
    const late = await host.callTool(origin, 'plain/hang', {}, { timeoutMs: 100 });
    expect(late).toMatchObject({ ok: false, error: { code: 'ERR_TOOL_TIMEOUT', data: { timeoutMs: 100 } } });
  },
);

it(verifies('a server that crashes is told of, and of its return', 'S4-on-crash', 'S4-on-restarted'), async () => {
  openEmbedding({ plain: plainServer() });
  const told: string[] = [];
  mcpManager.setOnServerCrash((id, attempt, max) => told.push(`${id} crashed ${attempt}/${max}`));
  mcpManager.setOnServerRestarted((id) => told.push(`${id} restarted`));
  await grantPermission(origin, 'default', PermissionScope.TOOLS_CALL, GrantType.ALLOW_ONCE);
  const host = getMcpHost();
  const crash = await host.callTool(origin, 'plain/crash', {});
  expect(crash).toMatchObject({ ok: false, error: { code: 'ERR_SERVER_UNAVAILABLE' } });
  await eventually('it is back', () => told.length === 2);
  expect(told).toEqual(['plain crashed 1/3', 'plain restarted']);
  expect(await host.callTool(origin, 'plain/echo', { a: 1 })).toMatchObject({ ok: true });
  expect(host.getStats().servers).toMatchObject([{ id: 'plain', state: 'running', restarts: 1 }]);
});

it(verifies('a server that cannot run is given up, and that is told', 'S4-on-failed'), async () => {
  openEmbedding({ broken: { command: process.execPath, args: ['-e', 'process.exit(3)'] } });
  const told: string[] = [];
  mcpManager.setOnServerCrash((_, attempt) => told.push(`crash ${attempt}`));
  mcpManager.setOnServerFailed((id, error) => told.push(`${id}: ${error}`));
  getMcpHost();
  await eventually('it was told', () => told.length === 5, 20_000);
  expect(told.slice(0, 4)).toEqual(['crash 1', 'crash 2', 'crash 3', 'crash 4']);
  expect(told[4]).toMatch(/^broken: \S+/);
}, 30_000);
