// Agents on another computer, over a real sshd on the loopback: `sallyport remote`, its link through a cut, and who may come
// through it. tests/slow/remote has the rest: killed servers and gateways, and a real browser.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf, failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { listeningAddresses } from '../../support/listening.ts';
import { lineClient } from '../../support/raw-client.ts';
import { openRemoteWorld, type RemoteWorld } from '../../support/remote-world.ts';
import { HOST } from '../../support/ssh-server.ts';

// Handshakes of ssh take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const work = (agent: Agent) => agent.client.callTool({ name: 'browser__work' });
const textOf = (result: object) => JSON.stringify(result);

describe('an agent on a remote host', () => {
  it('uses the browser here under a name with its host, and nothing listens on the network', async () => {
    const world = await openRemoteWorld();
    const agent = await world.openRemoteAgent();
    expect(await work(agent)).not.toHaveProperty('isError', true);
    expect(textOf(await agent.client.callTool({ name: 'browser__whoami' }))).toContain(`tester on ${HOST}`);
    expect((await sallyport(world, ['status'])).stdout).toContain(`tester on ${HOST}, connected`);
    expect((await sallyport(world, ['journal'])).stdout).toContain(`tester on ${HOST}`);

    const gateway = world.record()?.pid ?? 0;
    expect(world.sshPids()).not.toEqual([]);
    expect(listeningAddresses([gateway, agent.pid, ...world.sshPids(), ...world.server.connections()])).toEqual([]);

    const [socket] = readdirSync(world.folder).filter((name) => name.endsWith('.sock'));
    expect(statSync(join(world.folder, socket ?? '')).mode & 0o777).toBe(0o600);
    expect(statSync(world.folder).mode & 0o777).toBe(0o700);
    const keyFile = readdirSync(world.folder).find((name) => name.endsWith('.key')) ?? '';
    expect(statSync(join(world.folder, keyFile)).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(world.folder, keyFile), 'utf8').trim();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(processesNaming(key)).toEqual([]);
    expect(processesNaming(world.record()?.token ?? 'none')).toEqual([]);
  });

  it('uploads files of its own folder there, and none of this computer', async () => {
    const world = await openRemoteWorld();
    const agent = await world.openRemoteAgent();
    const put = (...files: object[]) => agent.client.callTool({ name: 'browser__upload', arguments: { files } });
    writeFileSync(join(agent.cwd, 'notes.txt'), 'from far away');
    const sent = textOf(await put({ path: 'notes.txt' }));
    expect(sent).toContain(Buffer.from('from far away').toString('base64'));
    expect(sent).not.toContain(agent.cwd);
    const outside = { isError: true, ...failedWith({ code: 'ERR_PERMISSION_DENIED' }) };
    expect(await put({ path: '/etc/hostname' })).toMatchObject(outside);
    writeFileSync(join(agent.cwd, 'large.bin'), Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(await put({ path: 'large.bin' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('10 MiB') }],
    });
  });

  it('goes on after its link was cut, and a call that was under way is not repeated', async () => {
    const world = await openRemoteWorld();
    const agent = await world.openRemoteAgent();
    const hanging = agent.client.callTool({ name: 'browser__hang' });
    await eventually('the call runs', async () => (await sallyportJson(world, 'status')).agents[0]?.calls === 1);
    for (const pid of world.sshPids()) process.kill(pid, 'SIGKILL');
    expect(await hanging).toMatchObject({ isError: true, ...failedWith({ data: { outcome: 'unknown' } }) });
    expect(await work(agent)).not.toHaveProperty('isError', true);
    expect(await world.linkState()).toBe('up');
    await eventually('one socket is left', () => readdirSync(world.folder).filter(isSocket).length === 1);
  });

  it('is stopped by the name of its host, and its host is gone after remove', async () => {
    const world = await openRemoteWorld();
    const agent = await world.openRemoteAgent();
    expect(await work(agent)).not.toHaveProperty('isError', true);
    expect(await sallyportJson(world, 'stop', HOST)).toEqual({ dismissed: 1, stopped: true });
    // What was sent before the end of its session arrived is lost, and says so.
    const refusal = () => work(agent).then((result) => errorFactsOf(result).code === 'ERR_PERMISSION_DENIED');
    await eventually('it is refused', refusal);
    expect(await sallyport(world, ['resume', HOST])).toMatchObject({ exitCode: 0 });
    expect(await work(agent)).not.toHaveProperty('isError', true);
    const gone = await sallyport(world, ['remote', 'remove', HOST]);
    expect(gone).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${HOST} was removed`) });
    expect(readdirSync(join(world.folder, '..'))).toEqual([]);
    expect(world.sshPids()).toEqual([]);
    expect((await sallyportJson(world, 'agents')).agents).toEqual([]);
    expect((await sallyportJson(world, 'remote')).remotes).toEqual([]);
  });
});

describe('the socket of a remote host', () => {
  it('lets in agents with the key of the host alone, and no command', async () => {
    const world = await openRemoteWorld();
    const [file] = readdirSync(world.folder).filter(isSocket);
    const key = readFileSync(join(world.folder, `${onlyId(world)}.key`), 'utf8').trim();
    const said = async (line: object) => {
      const client = await lineClient(join(world.folder, file ?? ''));
      return client.ask(line);
    };
    const session = 'a'.repeat(32);
    const denied = { type: 'error', error: { code: 'ERR_PERMISSION_DENIED' } };
    expect(await said({ token: key, role: 'cli' })).toMatchObject(denied);
    expect(await said({ token: key, role: 'host', hostId: session })).toMatchObject(denied);
    expect(await said({ token: 'b'.repeat(64), role: 'agent', stay: session })).toMatchObject(denied);
    expect(await said({ token: world.record()?.token, role: 'agent', stay: session })).toMatchObject(denied);
    expect(await said({ token: key, role: 'agent', stay: session })).toEqual({ type: 'welcome' });
    await sallyport(world, ['agents', 'revoke', HOST]);
    expect(await said({ token: key, role: 'agent', stay: session })).toMatchObject(denied);
  });
});

const isSocket = (name: string) => name.endsWith('.sock');

function onlyId({ folder }: RemoteWorld): string {
  return (
    readdirSync(folder)
      .find((name) => name.endsWith('.key'))
      ?.slice(0, 32) ?? ''
  );
}
