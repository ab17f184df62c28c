// JavaScript reaches a page under the rule for evaluate, whichever tool of the browser carries it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { browserDeclarations } from '../../../packages/browser-extension/src/tools/all.ts';
import { sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf } from '../../support/error-facts.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';

/** A gateway with a policy, the real declarations of the browser, and an agent; `answers` is what the user says to questions. */
async function openBrowser(policy: Record<string, string>, answers: readonly string[] = []) {
  const world = openGatewayWorld();
  writeFileSync(join(world.home, 'config.json'), JSON.stringify({ policy }));
  const asked: unknown[] = [];
  const ran: unknown[] = [];
  await world.openHost({
    // The answers below are no real ones.
    tools: browserDeclarations().map(({ outputSchema: _, ...tool }) => tool),
    answer: async ({ method, params, tool, args }) => {
      if (method === 'ask_user') {
        asked.push(params);
        if (answers.length === 0) throw new SallyportError('ERR_TOOL_NOT_FOUND', 'No such method.');
        return { allow: answers[asked.length - 1] };
      }
      if (method === 'call_tool') ran.push([tool, args]);
      return { content: [] };
    },
  });
  const { key } = await sallyportJson(world, 'agents', 'add', 'Some Agent');
  const { client } = await world.openAgent('legacy', { env: { SALLYPORT_KEY: key } });
  const call = async (tool: string, args: Record<string, unknown>) =>
    errorFactsOf(await client.callTool({ name: `browser__${tool}`, arguments: args }));
  return { client, call, asked, ran };
}

const expression = { expression: "fetch('/delete', { method: 'POST' }), true" };

it('a rule that denies evaluate denies wait_for with an expression, and no other wait', async () => {
  const { call, ran, client } = await openBrowser({ 'browser/evaluate': 'deny' });
  const { tools } = await client.listTools();
  expect(tools.some(({ name }) => name === 'browser__evaluate')).toBe(false);
  expect(tools.find(({ name }) => name === 'browser__wait_for')?.annotations).toMatchObject({ readOnlyHint: false });
  expect(await call('wait_for', { text: 'Done', ...expression })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
    data: { rule: 'browser/evaluate' },
  });
  await call('wait_for', { text: 'Done' });
  expect(ran).toEqual([['wait_for', { text: 'Done' }]]);
});

it('a grant for wait_for alone does not cover an expression', async () => {
  const { call, asked, ran } = await openBrowser({ 'browser/*': 'ask' }, ['always', 'no']);
  await call('wait_for', { text: 'Done' });
  expect(await call('wait_for', expression)).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  expect(asked).toEqual([{ tool: 'browser/wait_for' }, { tool: 'browser/evaluate' }]);
  expect(ran).toEqual([['wait_for', { text: 'Done' }]]);
});

it('where evaluate must be asked for, wait_for with an expression is asked for as evaluate', async () => {
  const { call, asked, ran } = await openBrowser({ 'browser/evaluate': 'ask' }, ['no', 'always']);
  expect(await call('wait_for', expression)).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  expect(ran).toEqual([]);
  await call('wait_for', expression);
  await call('evaluate', { expression: '1' });
  await call('wait_for', { network: 'idle' });
  expect(asked).toEqual([{ tool: 'browser/evaluate' }, { tool: 'browser/evaluate' }]);
  expect(ran.length).toBe(3);
});
