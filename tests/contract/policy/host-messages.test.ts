// Seed 004's eight messages, through a real native host and a real gateway, to a real MCP server.
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink, type PageLink, page } from '../../support/page-link.ts';
import { configurePlainServer, plainServerLog } from '../../support/plain-server.ts';
import { verifies } from '../../support/verifies.ts';

async function openWorld(): Promise<{ readonly world: GatewayWorld; readonly link: PageLink }> {
  const world = openGatewayWorld();
  configurePlainServer(world);
  await world.startGateway();
  const extension = await world.openExtension();
  return { world, link: openPageLink(extension) };
}

const error = (code: string) => ({ type: 'error', error: { code, message: expect.any(String) } });

async function allow(link: PageLink, fields: Record<string, unknown> = {}): Promise<void> {
  for (const scope of ['mcp:tools.list', 'mcp:tools.call']) {
    await link.ask('host_grant_permission', { scope, grant_type: 'ALLOW_ALWAYS', ...fields });
  }
}

describe('a page', () => {
  it(
    verifies(
      'lists and calls nothing until it was granted, and then both',
      'S4-accept-no-permission',
      'S4-scope-tools-list',
      'S4-scope-tools-call',
      'S4-msg-grant-permission',
      'S4-msg-list-tools',
      'S4-msg-call-tool',
      'S4-err-scope-required',
      'S4-native-messaging',
    ),
    async () => {
      const { link } = await openWorld();
      const call = { tool_name: 'plain/echo', args: { a: 1 } };
      expect(await link.ask('host_list_tools')).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      expect(await link.ask('host_call_tool', call)).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      // It does not learn which tools there are, either.
      expect(await link.ask('host_call_tool', { tool_name: 'plain/none' })).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      expect(await link.ask('host_grant_permission', { scope: 'mcp:tools.list' })).toMatchObject({
        type: 'host_grant_permission_result',
        granted: true,
        grant: { origin: page, profileId: 'p1', grantType: 'ALLOW_ONCE' },
      });
      // To list is not to call.
      const { tools } = await link.ask('host_list_tools', { server_ids: ['plain'] });
      expect(tools).toContainEqual({
        name: 'plain/echo',
        serverId: 'plain',
        serverLabel: 'plain',
        toolName: 'echo',
        description: 'Says what it is told.',
        inputSchema: { type: 'object', properties: {} },
      });
      expect(await link.ask('host_call_tool', call)).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      await allow(link);
      expect(await link.ask('host_call_tool', call)).toMatchObject({
        type: 'host_call_tool_result',
        result: { content: [{ type: 'text', text: '{"a":1}' }] },
        provenance: { serverId: 'plain', toolName: 'echo', callId: expect.any(String), durationMs: expect.any(Number) },
      });
      expect(await link.ask('host_call_tool', { tool_name: 'plain/none' })).toMatchObject(error('ERR_TOOL_NOT_FOUND'));
      // The user sees how many calls the page made with what it was given for good.
      const { grants } = await link.ask('host_get_permissions', { for_user: true });
      expect(grants).toContainEqual(expect.objectContaining({ scope: 'mcp:tools.call', callsMade: 1 }));
    },
  );

  it(
    verifies(
      'feels a revocation and a denial at its next call',
      'S4-msg-revoke-permission',
      'S4-msg-check-permission',
      'S4-msg-get-permissions',
      'S4-grant-deny',
      'S4-err-permission-denied',
    ),
    async () => {
      const { link } = await openWorld();
      const call = { tool_name: 'plain/echo' };
      const scope = 'mcp:tools.call';
      await allow(link);
      expect(await link.ask('host_call_tool', call)).toMatchObject({ type: 'host_call_tool_result' });
      expect(await link.ask('host_revoke_permission', { scope })).toMatchObject({ revoked: true });
      expect(await link.ask('host_call_tool', call)).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      expect(await link.ask('host_revoke_permission', { scope })).toMatchObject({ revoked: false });
      await link.ask('host_grant_permission', { scope, grant_type: 'DENY' });
      expect(await link.ask('host_call_tool', call)).toMatchObject(error('ERR_PERMISSION_DENIED'));
      expect(await link.ask('host_check_permission', { scope })).toMatchObject({
        type: 'host_check_permission_result',
        granted: false,
        error: { code: 'ERR_PERMISSION_DENIED' },
        grant: { grantType: 'DENY' },
      });
      expect(await link.ask('host_get_permissions')).toMatchObject({
        grants: [
          { scope: 'mcp:tools.list', grantType: 'ALLOW_ALWAYS' },
          { scope, grantType: 'DENY' },
        ],
      });
    },
  );

  it(
    verifies(
      'of another origin, or in another profile, has none of it',
      'S4-grant-key',
      'S4-sec-allowlist',
      'S4-err-tool-not-allowed',
    ),
    async () => {
      const { world, link } = await openWorld();
      await allow(link, { allowed_tools: ['plain/echo'] });
      const stranger = { origin: 'https://stranger.example' };
      expect(await link.ask('host_list_tools', stranger)).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      const other = openPageLink(await world.openExtension(undefined, 'p2'));
      expect(await other.ask('host_list_tools')).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      expect(await other.ask('host_list_tools', { profile_id: 'p1' })).toMatchObject({ tools: [{}] });
      // And what it has is what it was given.
      const { tools } = await link.ask('host_list_tools');
      expect(tools).toMatchObject([{ name: 'plain/echo' }]);
      expect(await link.ask('host_call_tool', { tool_name: 'plain/fail' })).toMatchObject(
        error('ERR_TOOL_NOT_ALLOWED'),
      );
      expect(plainServerLog(world)).toEqual([]);
    },
  );

  it(
    verifies(
      'that was allowed in one tab is allowed in that tab alone, until it closes',
      'S4-grant-once-tab',
      'S4-option-tab-id',
      'S4-msg-expire-tab-grants',
    ),
    async () => {
      const { link } = await openWorld();
      const scope = 'mcp:tools.call';
      await link.ask('host_grant_permission', { scope, tab_id: 7 });
      const call = { tool_name: 'plain/echo' };
      expect(await link.ask('host_call_tool', { ...call, tab_id: 7 })).toMatchObject({ type: 'host_call_tool_result' });
      expect(await link.ask('host_call_tool', { ...call, tab_id: 8 })).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      expect(await link.ask('host_call_tool', call)).toMatchObject(error('ERR_SCOPE_REQUIRED'));
      expect(await link.ask('host_expire_tab_grants', { tab_id: 8 })).toMatchObject({ expired: 0 });
      expect(await link.ask('host_expire_tab_grants', { tab_id: 7 })).toMatchObject({ expired: 1 });
      expect(await link.ask('host_call_tool', { ...call, tab_id: 7 })).toMatchObject(error('ERR_SCOPE_REQUIRED'));
    },
  );

  it('whose browser closed has lost what its tabs were allowed', async () => {
    const world = openGatewayWorld();
    configurePlainServer(world);
    await world.startGateway();
    const extension = await world.openExtension();
    const scope = 'mcp:tools.list';
    await openPageLink(extension).ask('host_grant_permission', { scope, tab_id: 7 });
    await extension.close();
    const link = openPageLink(await world.openExtension());
    await eventually('the tab is forgotten', async () => {
      const { granted } = await link.ask('host_check_permission', { scope, tab_id: 7 });
      return granted === false;
    });
  });
});
