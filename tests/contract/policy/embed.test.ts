// Seed 004's API as a program uses it: names, shapes, what is synchronous, and what it may do beside a gateway.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  acquireCallSlot,
  checkPermission,
  createRun,
  endRun,
  expireTabGrants,
  GrantType,
  getMcpHost,
  getPermissions,
  getToolCallStats,
  grantPermission,
  isToolAllowed,
  listTools,
  PermissionScope,
  recordToolCall,
  registerServerTools,
  resolveTool,
  revokePermission,
  unregisterServerTools,
} from '@sallyport/gateway';
import { describe, expect, it, vi } from 'vitest';
import { openEmbedding } from '../../support/embedding.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink } from '../../support/page-link.ts';
import { verifies } from '../../support/verifies.ts';

const origin = 'https://example.com';
const { TOOLS_LIST, TOOLS_CALL } = PermissionScope;
const { ALLOW_ALWAYS, ALLOW_ONCE, DENY } = GrantType;
const tools = [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }, { name: 'write_file' }];

describe('permissions', () => {
  it(
    verifies(
      'are granted, checked at once, and kept',
      'S4-api-grant-permission',
      'S4-api-check-permission',
      'S4-grant-key',
    ),
    async () => {
      const { home, restart } = openEmbedding();
      expect(checkPermission(origin, 'default', TOOLS_LIST)).toMatchObject({
        granted: false,
        error: { code: 'ERR_SCOPE_REQUIRED', message: expect.any(String) },
      });
      await grantPermission(origin, 'default', TOOLS_LIST, ALLOW_ALWAYS);
      await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ONCE);
      await grantPermission(origin, 'work', TOOLS_CALL, DENY);
      expect(checkPermission(origin, 'default', TOOLS_LIST)).toMatchObject({
        granted: true,
        grant: { origin, profileId: 'default', scope: 'mcp:tools.list', grantType: 'ALLOW_ALWAYS' },
      });
      expect(checkPermission(origin, 'work', TOOLS_LIST).granted).toBe(false);
      expect(statSync(join(home, 'data', 'grants.json')).mode & 0o777).toBe(0o600);
      await restart();
      expect(checkPermission(origin, 'default', TOOLS_LIST).granted).toBe(true);
      expect(checkPermission(origin, 'default', TOOLS_CALL).granted).toBe(false);
      expect(checkPermission(origin, 'work', TOOLS_CALL).error?.code).toBe('ERR_PERMISSION_DENIED');
      expect(getPermissions(origin)).toHaveLength(1);
      await revokePermission(origin, 'default', TOOLS_LIST);
      expect(checkPermission(origin, 'default', TOOLS_LIST).granted).toBe(false);
    },
  );

  it(
    verifies(
      'name the tools they are for',
      'S4-api-is-tool-allowed',
      'S4-option-allowed-tools',
      'S4-option-expires-at',
    ),
    async () => {
      openEmbedding();
      const allowed = () => ['a/read', 'a/write'].filter((tool) => isToolAllowed(origin, 'default', tool).allowed);
      expect(isToolAllowed(origin, 'default', 'a/read')).toMatchObject({ error: { code: 'ERR_SCOPE_REQUIRED' } });
      await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ALWAYS, { allowedTools: ['a/read'] });
      expect(allowed()).toEqual(['a/read']);
      expect(isToolAllowed(origin, 'default', 'a/write')).toMatchObject({ error: { code: 'ERR_TOOL_NOT_ALLOWED' } });
      await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ALWAYS, { allowedTools: [] });
      expect(allowed()).toEqual([]);
      await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ALWAYS);
      expect(allowed()).toEqual(['a/read', 'a/write']);
      await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ALWAYS, { expiresAt: Date.now() - 1 });
      expect(allowed()).toEqual([]);
    },
  );

  it(verifies('of a tab end with it, and no others do', 'S4-api-expire-tab-grants'), async () => {
    openEmbedding();
    await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ONCE, { tabId: 1 });
    await grantPermission(origin, 'default', TOOLS_LIST, ALLOW_ONCE, { tabId: 2 });
    expect(checkPermission(origin, 'default', TOOLS_CALL, 1).granted).toBe(true);
    expect(checkPermission(origin, 'default', TOOLS_CALL, 2).granted).toBe(false);
    expect(expireTabGrants(1)).toBe(1);
    expect(checkPermission(origin, 'default', TOOLS_CALL, 1).granted).toBe(false);
    expect(checkPermission(origin, 'default', TOOLS_LIST, 2).granted).toBe(true);
  });

  it('that name no scope are refused in words', async () => {
    openEmbedding();
    // A program in plain JavaScript may pass anything.
    const nonsense = JSON.parse('"model:prompt"');
    await expect(grantPermission(origin, 'default', nonsense, ALLOW_ALWAYS)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      hint: expect.stringContaining('mcp:tools.call'),
    });
    expect(checkPermission(origin, 'default', nonsense)).toMatchObject({ granted: false });
  });
});

describe('tools', () => {
  it(
    verifies(
      'are registered, listed and resolved under the name of their server',
      'S4-api-register',
      'S4-api-unregister',
      'S4-api-list-tools',
      'S4-api-resolve-tool',
      'S4-accept-namespace',
    ),
    async () => {
      openEmbedding();
      expect(registerServerTools('files', 'My files', tools)).toEqual([
        {
          name: 'files/read_file',
          serverId: 'files',
          serverLabel: 'My files',
          toolName: 'read_file',
          description: 'Reads.',
          inputSchema: { type: 'object' },
        },
        expect.objectContaining({ name: 'files/write_file' }),
      ]);
      registerServerTools('web', 'Web', [{ name: 'get' }]);
      expect(listTools(origin, 'default')).toEqual({ error: expect.objectContaining({ code: 'ERR_SCOPE_REQUIRED' }) });
      expect(resolveTool(origin, 'default', 'web/get').error?.code).toBe('ERR_SCOPE_REQUIRED');
      await grantPermission(origin, 'default', TOOLS_LIST, ALLOW_ALWAYS);
      await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ALWAYS, {
        allowedTools: ['files/read_file', 'web/get'],
      });
      const names = () => listTools(origin, 'default').tools?.map(({ name }) => name);
      expect(names()).toEqual(['files/read_file', 'web/get']);
      expect(listTools(origin, 'default', { serverIds: ['web'] }).tools).toHaveLength(1);
      expect(resolveTool(origin, 'default', 'web/get').tool).toMatchObject({ name: 'web/get', serverLabel: 'Web' });
      expect(resolveTool(origin, 'default', 'files/write_file').error?.code).toBe('ERR_TOOL_NOT_ALLOWED');
      expect(resolveTool(origin, 'default', 'web/none').error?.code).toBe('ERR_TOOL_NOT_FOUND');
      unregisterServerTools('web');
      expect(names()).toEqual(['files/read_file']);
    },
  );

  it(verifies('of a server that is not connected say so', 'S4-err-server-unavailable', 'S4-api-error'), async () => {
    openEmbedding();
    registerServerTools('files', 'My files', tools);
    await grantPermission(origin, 'default', TOOLS_CALL, ALLOW_ALWAYS);
    expect(await getMcpHost().callTool(origin, 'files/read_file', {})).toEqual({
      ok: false,
      error: expect.objectContaining({ code: 'ERR_SERVER_UNAVAILABLE', message: expect.any(String) }),
    });
  });
});

describe('limits', () => {
  it(
    verifies(
      'give a run its budget and an origin its slots, answered at once',
      'S4-api-create-run',
      'S4-api-acquire-slot',
      'S4-api-end-run',
      'S4-slot-release',
      'S4-max-concurrent',
    ),
    () => {
      openEmbedding();
      const { runId, maxCalls } = createRun(origin);
      expect(maxCalls).toBe(5);
      const [first, second, third] = [1, 2, 3].map(() => acquireCallSlot(origin, runId));
      expect([first?.acquired, second?.acquired, third?.acquired]).toEqual([true, true, false]);
      expect(third?.error?.code).toBe('ERR_RATE_LIMITED');
      expect(acquireCallSlot('https://other.example').acquired).toBe(true);
      first?.release();
      first?.release();
      expect([1, 2].map(() => acquireCallSlot(origin, runId).acquired)).toEqual([true, false]);
      expect(endRun(runId)).toMatchObject({ runId, callsMade: 3, callsLeft: 2 });
      for (const unknown of [runId, 'made-up']) {
        expect(acquireCallSlot('https://third.example', unknown)).toMatchObject({
          acquired: false,
          error: { code: 'ERR_BUDGET_EXCEEDED' },
        });
      }
      expect(createRun(origin, 1)).toMatchObject({ maxCalls: 1, callsLeft: 1 });
    },
  );
});

describe('figures', () => {
  it(verifies('count what is recorded', 'S4-api-record-tool-call', 'S4-api-stats', 'S4-api-host-stats'), () => {
    const { home } = openEmbedding();
    const call = { toolName: 'read_file', serverId: 'files', origin, durationMs: 10, success: true, timestamp: 1 };
    recordToolCall(call);
    recordToolCall({ ...call, durationMs: 30, success: false, errorCode: 'ERR_TOOL_TIMEOUT' });
    const stats = {
      totalCalls: 2,
      successfulCalls: 1,
      failedCalls: 1,
      avgDurationMs: 20,
      callsByTool: { 'files/read_file': 2 },
      callsByOrigin: { [origin]: 2 },
    };
    expect(getToolCallStats()).toMatchObject(stats);
    expect(getMcpHost().getStats()).toMatchObject({ ...stats, tools: 0, servers: [] });
    expect(readFileSync(join(home, 'data', 'journal.jsonl'), 'utf8')).toContain('ERR_TOOL_TIMEOUT');
  });
});

it(verifies('there is one host, however often it is asked for', 'S4-api-get-host'), () => {
  openEmbedding();
  expect(getMcpHost()).toBe(getMcpHost());
});

it('beside a living gateway nothing is decided, and the gateway is named; afterwards it is', async () => {
  const world = openGatewayWorld();
  const { pid } = await world.startGateway();
  openEmbedding();
  vi.stubEnv('SALLYPORT_HOME', world.home);
  await getMcpHost().close();
  await expect(grantPermission(origin, 'default', TOOLS_LIST, ALLOW_ALWAYS)).rejects.toMatchObject({
    code: 'ERR_SERVER_UNAVAILABLE',
    message: expect.stringContaining(String(pid)),
  });
  // What the gateway decides is seen at once.
  const link = openPageLink(await world.openExtension());
  await link.ask('host_grant_permission', { origin, scope: TOOLS_CALL, grant_type: ALLOW_ALWAYS });
  expect(checkPermission(origin, 'p1', TOOLS_CALL).granted).toBe(true);
  await link.ask('host_revoke_permission', { origin, scope: TOOLS_CALL });
  expect(checkPermission(origin, 'p1', TOOLS_CALL).granted).toBe(false);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => grantPermission(origin, 'default', TOOLS_LIST, ALLOW_ALWAYS), { timeout: 10_000 });
  expect(checkPermission(origin, 'default', TOOLS_LIST).granted).toBe(true);
});
