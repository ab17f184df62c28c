// One deadline per call, with real processes: the gateway keeps it for agents, the host for legacy clients, a person stops it.
import { setTimeout as delay } from 'node:timers/promises';
import { listRecords, readToken, tokenPath } from '@sallyport/native-host/run-directory';
import { limits } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { failedWith } from '../../support/error-facts.ts';
import type { Answer } from '../../support/fake-host.ts';
import { answerFakeTools } from '../../support/fake-tools.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openLineClient } from '../../support/socket-client.ts';

const timeout = limits.call.timeoutMinMs;

/** A person thinks for longer than the call may take. */
const afterThinking: Answer = async (call) => {
  if (call.tool !== 'work' && call.method !== 'command') return answerFakeTools(call);
  call.hold(true);
  await delay(timeout + 1000);
  call.hold(false);
  return { content: [{ type: 'text', text: 'allowed' }] };
};

async function openLegacyClient({ run }: GatewayWorld) {
  const [record] = listRecords(run.hosts);
  const token = readToken(tokenPath(run.hosts, record?.id ?? ''));
  return openLineClient({ socket: record?.socket ?? '', token: token ?? '' });
}

it('stands still while a person decides, and runs out where nobody does', async () => {
  const world = openGatewayWorld();
  const extension = await world.openExtension(afterThinking);
  const { client } = await world.openAgent('modern');
  const legacy = await openLegacyClient(world);
  const [decided, hung, old] = await Promise.all([
    client.callTool({ name: 'browser__work', arguments: { timeout } }),
    client.callTool({ name: 'browser__hang', arguments: { timeout } }),
    legacy.request({ command: 'click', timeout }),
  ]);
  expect(decided).toMatchObject({ content: [{ text: 'allowed' }] });
  expect(old).toMatchObject({ success: true });
  expect(hung).toMatchObject({
    isError: true,
    ...failedWith({ code: 'ERR_TOOL_TIMEOUT', data: { outcome: 'unknown', timeoutMs: timeout } }),
  });
  // The gateway's clock ended it, and both behind it were told.
  const asked = extension.heard().find(({ type, params }) => type === 'tool_request' && isFor(params, 'hang'));
  expect(asked).toMatchObject({ may_hold: true });
  expect(extension.heard()).toContainEqual({ type: 'cancel', id: asked?.id, reason: 'ERR_TOOL_TIMEOUT' });
  legacy.close();
});

function isFor(params: unknown, name: string): boolean {
  return typeof params === 'object' && params !== null && 'name' in params && params.name === name;
}
