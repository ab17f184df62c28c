// A world with a remote host: a real sshd, `sallyport remote add`, a fake browser here, and agents started there.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Agent, openAgent } from './agent.ts';
import { sallyport, sallyportJson } from './command-in-world.ts';
import { answerFakeTools, fakeTools } from './fake-tools.ts';
import { type GatewayWorld, openGatewayWorld } from './gateway-world.ts';
import { processesNaming } from './left-behind.ts';
import { HOST, openSshServer, type SshServer } from './ssh-server.ts';

const upload = {
  name: 'upload',
  description: 'Takes files.',
  inputSchema: { type: 'object', properties: { files: { type: 'array' } } },
  effect: 'act' as const,
};

export interface RemoteWorld extends GatewayWorld {
  readonly server: SshServer;
  /** The folder of our files on the remote side. */
  readonly folder: string;
  /** In a folder of the remote side, started by the entry that `remote add` printed. */
  openRemoteAgent(name?: string): Promise<Agent & { readonly cwd: string }>;
  linkState(): Promise<string>;
  /** The ssh of the gateway. */
  sshPids(): number[];
}

export async function openRemoteWorld(): Promise<RemoteWorld> {
  const world = openGatewayWorld();
  const server = await openSshServer(join(world.home, 'ssh'));
  world.env.PATH = `${server.bin}:${world.env.PATH}`;
  await world.openHost({
    tools: [...fakeTools, upload],
    answer: async (call) =>
      call.tool === 'upload' ? { content: [{ type: 'text', text: JSON.stringify(call.args) }] } : answerFakeTools(call),
  });
  const added = await sallyport(world, ['remote', 'add', HOST, '--json']);
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  const { entry, folder, state } = JSON.parse(added.stdout);
  expect(state).toBe('up');
  const cwd = join(server.home, 'project');
  mkdirSync(cwd, { recursive: true });
  return {
    ...world,
    server,
    folder,
    async openRemoteAgent(name = 'tester') {
      const agent = await openAgent(entry.args[0], 'modern', { name, env: { PATH: '/usr/bin:/bin' }, cwd });
      onTestFinished(() => agent.close());
      return { ...agent, cwd };
    },
    linkState: async () => (await sallyportJson(world, 'remote', 'list')).remotes[0].state,
    sshPids: () => processesNaming(` -R ${folder}/`).map(({ pid }) => pid),
  };
}
