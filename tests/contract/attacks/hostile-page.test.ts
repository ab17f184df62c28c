// SECURITY.md, "a web page": what a page with a grant can do to the user's servers beyond its budget.
import { GrantType, getMcpHost, grantPermission, PermissionScope } from '@sallyport/gateway';
import { expect, it } from 'vitest';
import { openEmbedding } from '../../support/embedding.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink } from '../../support/page-link.ts';
import { configurePlainServer, plainServer, plainServerLog } from '../../support/plain-server.ts';

it('a new run for each call does not lift the budget', async () => {
  const world = openGatewayWorld();
  configurePlainServer(world);
  await world.startGateway();
  const link = openPageLink(await world.openExtension());
  await link.ask('host_grant_permission', { scope: 'mcp:tools.call', grant_type: 'ALLOW_ALWAYS' });
  const answers: unknown[] = [];
  for (let n = 0; n < 40; n += 1) {
    const { type, error } = await link.ask('host_call_tool', { tool_name: 'plain/echo', new_run: true });
    answers.push(type === 'error' ? Object(error).code : type);
  }
  expect(answers.slice(0, 25)).toEqual(Array(25).fill('host_call_tool_result'));
  expect(answers.slice(25)).toEqual(Array(15).fill('ERR_BUDGET_EXCEEDED'));
  expect(plainServerLog(world)).toHaveLength(25);
}, 30_000);

it('calls without a run through the embedding API share the budget of one', async () => {
  openEmbedding({ plain: plainServer() });
  const origin = 'https://page.example';
  await grantPermission(origin, 'default', PermissionScope.TOOLS_CALL, GrantType.ALLOW_ONCE);
  const host = getMcpHost();
  const answers: unknown[] = [];
  for (let n = 0; n < 8; n += 1) {
    const answer = await host.callTool(origin, 'plain/echo');
    answers.push(answer.ok ? 'ok' : answer.error.code);
  }
  expect(answers).toEqual([...Array(5).fill('ok'), ...Array(3).fill('ERR_BUDGET_EXCEEDED')]);
});
