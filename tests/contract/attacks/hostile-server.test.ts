// SECURITY.md, "an MCP server that changes its mind" and "a flood": what a server that means harm can do to the gateway.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { hostile, writeConfig } from '../../support/upstreams.ts';

it('messages nested 20,000 levels deep are refused one by one, and the gateway goes on', async () => {
  const world = openGatewayWorld();
  const log = join(world.home, 'answers.txt');
  writeConfig(world.home, { evil: hostile(world.home, `--log=${log}`) });
  const { client } = await world.openAgent('legacy');
  const call = (name: string, args = {}) => client.callTool({ name: `evil__${name}`, arguments: args });
  const fine = { content: [{ type: 'text', text: 'called echo' }] };
  await expect(call('echo')).resolves.toMatchObject(fine);
  const pid = world.record()?.pid;

  for (const levels of [1000, 8000, 20_000]) {
    const deep = await call('deep_result', { levels });
    expect(deep, `${levels} levels`).toMatchObject({
      isError: true,
      structuredContent: { code: 'ERR_PROTOCOL_ERROR', data: { outcome: 'unknown' } },
    });
    expect(JSON.stringify(deep.content)).toContain('nests more than 256 levels');
    await expect(call('deep_notice', { levels })).resolves.toMatchObject({ content: [{ text: 'called deep_notice' }] });
    await expect(call('deep_question', { levels })).resolves.not.toHaveProperty('isError', true);
  }
  await eventually('its questions were refused', () => world.read('answers.txt').split('\n').length === 4);
  expect(world.read('answers.txt')).toContain('{"id":"deep","error":{"code":-32600');
  await expect(call('echo')).resolves.toMatchObject(fine);
  expect(world.record()?.pid).toBe(pid);
}, 30_000);
