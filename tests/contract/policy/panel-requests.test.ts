// What the panel of a browser asks of the gateway, through a real native host.
import { isRecord, recordsIn } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink } from '../../support/page-link.ts';
import { configurePlainServer, plainServer } from '../../support/plain-server.ts';

async function openWorld(describe?: string) {
  const world = openGatewayWorld();
  configurePlainServer(world, { describe });
  await world.startGateway();
  const link = openPageLink(await world.openExtension());
  const panel = (wanted: string, fields = {}) => link.ask('host_panel', { do: wanted, ...fields });
  return { world, panel };
}

it('sees agents, the call under way, servers with tools, and the journal as it grows', async () => {
  const { world, panel } = await openWorld();
  const { client } = await world.openAgent('modern', { name: 'Ada' });
  await client.callTool({ name: 'plain__echo' });
  const hanging = client.callTool({ name: 'plain__hang' });
  hanging.catch(() => {});
  const seen = await eventually('the call is under way', async () => {
    const look = await panel('look', { activity: true, servers: true });
    return recordsIn(look.calls).length > 0 && look;
  });
  expect(seen).toMatchObject({
    paused: false,
    stopped: [],
    agents: [{ name: 'Ada', remembered: false }],
    calls: [{ kind: 'agent', name: 'Ada', tool: 'plain/hang', is_waiting: false, for_ms: expect.any(Number) }],
    servers: [{ name: 'plain', state: 'running', restarts: 0 }],
  });
  expect(recordsIn(seen.tools)).toContainEqual(
    expect.objectContaining({ name: 'plain/echo', server: 'plain', status: 'offered' }),
  );
  const echo = recordsIn(seen.entries).find(({ kind }) => kind === 'call');
  expect(echo).toMatchObject({ who: 'Ada', what: 'plain/echo', outcome: 'result', durationMs: expect.any(Number) });
  const later = await panel('look', { activity: true, after: recordsIn(seen.entries).at(-1)?.number });
  expect(later.entries).toEqual([]);
  expect(later).not.toHaveProperty('servers');
  // The caller gets its answer, and the stop is the command line's.
  const [agent] = recordsIn(seen.agents);
  expect(await panel('stop', { agent: agent?.id })).toMatchObject({ is_known: true });
  const stopped = { code: 'ERR_PERMISSION_DENIED', data: { reason: 'STOPPED', outcome: 'unknown' } };
  expect(await hanging).toMatchObject(failedWith(stopped));
  expect(await sallyportJson(world, 'status')).toMatchObject({ stopped: ['Ada'] });
  await panel('resume', { agent: agent?.id });
  expect(await client.callTool({ name: 'plain__echo' })).not.toHaveProperty('isError', true);
});

it('pauses and resumes everyone, as the command line does', async () => {
  const { world, panel } = await openWorld();
  const { client } = await world.openAgent('modern');
  await panel('pause');
  expect(await client.callTool({ name: 'plain__echo' })).toMatchObject(
    failedWith({ code: 'ERR_PERMISSION_DENIED', data: { reason: 'PAUSED', outcome: 'not_run' } }),
  );
  expect((await sallyport(world, ['status'])).stdout).toContain('All agents are paused');
  await sallyport(world, ['resume']);
  expect(await panel('look')).toMatchObject({ paused: false });
  expect(await client.callTool({ name: 'plain__echo' })).not.toHaveProperty('isError', true);
});

it('adds a server that is valid and new, restarts one, and refuses what it does not know', async () => {
  const { world, panel } = await openWorld();
  expect(await panel('add', { servers: { second: plainServer() } })).toMatchObject({ added: ['second'] });
  await eventually('it runs', async () => {
    const { servers } = await panel('look', { servers: true });
    return recordsIn(servers).some(({ name, state }) => name === 'second' && state === 'running');
  });
  expect(JSON.parse(world.read('config.json'))).toMatchObject({ mcpServers: { plain: {}, second: plainServer() } });
  expect(await panel('add', { servers: { second: plainServer() } })).toMatchObject({
    error: { code: 'ERR_INPUT_INVALID', message: expect.stringContaining('already exists') },
  });
  expect(await panel('add', { servers: { third: { args: [] } } })).toMatchObject({
    error: { code: 'ERR_INPUT_INVALID', message: expect.stringContaining('cannot be added') },
  });
  expect(await panel('add', { servers: 'rm -rf' })).toMatchObject({ error: { code: 'ERR_INPUT_INVALID' } });
  expect(await panel('restart', { server: 'second' })).toMatchObject({ state: 'running' });
  expect(await panel('restart', { server: 'none' })).toMatchObject({ error: { code: 'ERR_INPUT_INVALID' } });
  expect(await panel('constructor')).toMatchObject({ error: { code: 'ERR_PROTOCOL_ERROR' } });
});

it('approves a changed tool by the hash that was shown, and no other', async () => {
  const { world, panel } = await openWorld();
  await eventually(
    'its tools are pinned',
    async () => recordsIn((await panel('look', { servers: true })).tools).length > 0,
  );
  configurePlainServer(world, { describe: 'Says something else.' });
  const changed = await eventually('a changed tool', async () => {
    const { tools } = await panel('look', { servers: true });
    return recordsIn(tools).find(({ status }) => status === 'changed');
  });
  expect(changed).toMatchObject({ name: 'plain/echo', changes: [{ field: 'description' }] });
  const { name, hash } = isRecord(changed) ? changed : {};
  expect(await panel('approve', { tools: [{ name, hash: 'another' }] })).toMatchObject({
    approved: [],
    refused: [name],
  });
  expect(await panel('approve', { tools: [{ name, hash }] })).toMatchObject({ approved: [name], refused: [] });
});
