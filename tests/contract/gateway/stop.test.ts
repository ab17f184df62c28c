// Stop means stop: an agent stays out until the user resumes it, and so does a gateway that is kept down.
import { expect, it } from 'vitest';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';

it('a stopped agent is refused in every session until it is resumed, and others go on', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const SALLYPORT_KEY = await addAgent(world, 'Ada');
  const ada = await world.openAgent('modern', { env: { SALLYPORT_KEY } });
  const bert = await world.openAgent('modern', { name: 'Bert' });
  const work = (agent: typeof ada) => agent.client.callTool({ name: 'browser__work' });
  expect(await work(ada)).not.toHaveProperty('isError', true);
  const hanging = ada.client.callTool({ name: 'browser__hang' }).catch(() => {});
  await eventually('a call is under way', () => host.calls.some(({ tool }) => tool === 'hang'));
  const { exitCode, stdout } = await sallyport(world, ['stop', 'Ada']);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('until you run: sallyport resume "Ada"')]);
  await hanging;
  const refused = { isError: true, ...failedWith({ code: 'ERR_PERMISSION_DENIED', data: { reason: 'STOPPED' } }) };
  expect(await work(ada)).toMatchObject(refused);
  const again = await world.openAgent('modern', { env: { SALLYPORT_KEY } });
  expect(await work(again)).toMatchObject(refused);
  expect(await work(bert)).not.toHaveProperty('isError', true);
  expect((await sallyport(world, ['status'])).stdout).toContain('Stopped: Ada. "sallyport resume NAME"');
  expect(await sallyport(world, ['resume', 'Ada'])).toMatchObject({ exitCode: 0, stdout: 'Ada may call again.\n' });
  expect(await work(ada)).not.toHaveProperty('isError', true);
  expect(await sallyport(world, ['resume', 'Ada'])).toMatchObject({ exitCode: 2 });
});

it('an agent can be stopped while nothing runs, and nobody unknown can', async () => {
  const world = openGatewayWorld();
  await addAgent(world, 'Ada');
  expect(await sallyportJson(world, 'stop', 'Ada')).toEqual({ dismissed: 0, stopped: true });
  expect(await sallyport(world, ['stop', 'Adda'])).toMatchObject({ exitCode: 2 });
  expect(await sallyport(world, ['stop', 'Ada', '--hold'])).toMatchObject({ exitCode: 2 });
  expect(await sallyportJson(world, 'status')).toMatchObject({ running: false, stopped: ['Ada'] });
});

it('a gateway that is kept down starts for nobody until it is resumed', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  await world.startGateway();
  const { client } = await world.openAgent('modern');
  expect((await sallyport(world, ['stop', '--hold'])).stdout).toBe(
    'The gateway was stopped. It stays down until you run "sallyport resume".\n',
  );
  expect(await client.callTool({ name: 'browser__work' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('keeps it down') }],
  });
  expect(await sallyport(world, ['tools'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('sallyport resume'),
  });
  expect((await sallyport(world, ['status'])).stdout).toContain('kept down');
  expect(world.record()).toBeUndefined();
  expect(await sallyportJson(world, 'resume')).toEqual({ resumed: true });
  await eventually('it works again', async () => !(await client.callTool({ name: 'browser__work' })).isError);
});

it('a stop answers the call under way with its outcome before the session ends', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const ada = await world.openAgent('modern', { name: 'Ada' });
  const hanging = ada.client.callTool({ name: 'browser__hang' });
  await eventually('a call is under way', () => host.calls.some(({ tool }) => tool === 'hang'));
  await sallyport(world, ['stop', 'Ada']);
  expect(await hanging).toMatchObject(
    failedWith({ code: 'ERR_PERMISSION_DENIED', data: { reason: 'STOPPED', outcome: 'unknown' } }),
  );
});

it('a pause ends the calls of all agents, tells browsers, and lasts until it is resumed', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const { client } = await world.openAgent('modern');
  const work = () => client.callTool({ name: 'browser__work' });
  const hanging = client.callTool({ name: 'browser__hang' });
  await eventually('a call is under way', () => host.calls.some(({ tool }) => tool === 'hang'));
  expect(await sallyportJson(world, 'stop', '--all')).toEqual({ paused: true });
  const paused = { code: 'ERR_PERMISSION_DENIED' as const, data: { reason: 'PAUSED', outcome: 'unknown' } };
  expect(await hanging).toMatchObject(failedWith(paused));
  expect(await work()).toMatchObject(failedWith({ ...paused, data: { reason: 'PAUSED', outcome: 'not_run' } }));
  expect((await sallyport(world, ['status'])).stdout).toContain('All agents are paused. "sallyport resume"');
  expect(await sallyport(world, ['stop', 'Ada', '--all'])).toMatchObject({ exitCode: 2 });
  expect(await sallyport(world, ['resume'])).toMatchObject({ stdout: 'Agents and web pages may call again.\n' });
  expect(await work()).not.toHaveProperty('isError', true);
  await eventually('the browser knows', () => host.paused.join() === 'false,true,false');
});
