// An agent on a remote host drives a real browser here, through a cut of its link and the end of its server.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openAgent } from '../../support/agent.ts';
import { eventually } from '../../support/eventually.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { listeningAddresses } from '../../support/listening.ts';
import { HOST, openSshServer } from '../../support/ssh-server.ts';
import { openUpHome } from '../../support/up-process.ts';

const PAGE = '<!doctype html><title>Door</title><button onclick="this.textContent=`Opened`">Door</button>';

async function servePage(): Promise<string> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

it('keeps its tab and its page through a cut link and a killed server', async () => {
  const up = openUpHome();
  const server = await openSshServer(join(up.home, 'ssh'));
  up.env.PATH = `${server.bin}:${up.env.PATH}`;
  const started = up.start('up', '--browser', 'chromium');
  onTestFinished(async () => {
    started.child.kill('SIGINT');
    await started.ended;
  });
  await started.hasSaid('Press Ctrl+C to stop everything', 90_000);
  const added = await up.run('remote', 'add', HOST, '--json');
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  const { entry, folder } = JSON.parse(added.stdout);
  const cwd = join(server.home, 'project');
  mkdirSync(cwd, { recursive: true });
  const agent = await openAgent(entry.args[0], 'modern', { name: 'tester', env: { PATH: '/usr/bin:/bin' }, cwd });
  onTestFinished(() => agent.close());
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    const result = await agent.client.callTool({ name: `browser__${tool}`, arguments: args });
    return { text: JSON.stringify(result.content), isError: result.isError === true };
  };
  const ssh = () => processesNaming(` -R ${folder}/`).map(({ pid }) => pid);

  expect(await call('tabs', { action: 'open', url: await servePage() })).toMatchObject({ isError: false });
  const ref = /"Door\\?" (e\d+)/.exec((await call('snapshot')).text)?.[1];
  expect(ref).toBeDefined();
  expect(listeningAddresses([...ssh(), ...server.connections(), agent.pid])).toEqual([]);

  for (const pid of ssh()) process.kill(pid, 'SIGKILL');
  const opened = await eventually('a click arrives over the new link', async () => {
    const { text, isError } = await call('click', { ref });
    return !isError && text;
  });
  expect(opened).toContain('Opened');

  await server.kill();
  const waiting = call('snapshot');
  await server.start();
  const after = await eventually('the page is still there', async () => {
    const first = await waiting;
    return first.isError ? (await call('snapshot')).text.includes('Opened') : first.text.includes('Opened');
  });
  expect(after).toBe(true);
  expect((await up.run('journal')).stdout).toContain(`tester on ${HOST}`);
});
