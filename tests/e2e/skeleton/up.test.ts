// `sallyport up` with real browsers: the first call, a second start, and every way it can be interrupted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGatewayRecord } from '@sallyport/native-host/run-directory';
import { describe, expect, it } from 'vitest';
import { openAgent } from '../../support/agent.ts';
import { eventually } from '../../support/eventually.ts';
import { processesOfHome } from '../../support/left-behind.ts';
import { openUpHome, shim, type UpHome } from '../../support/up-process.ts';

const WATCHING = 'Press Ctrl+C to stop everything';

function gatewayOf({ home }: UpHome) {
  return readGatewayRecord({ path: join(home, 'run') } as Parameters<typeof readGatewayRecord>[0]);
}

function browserPid({ home }: UpHome): number {
  const roots = processesOfHome(home).filter(({ commandLine }) => /profile/.test(commandLine));
  return Math.min(...roots.map(({ pid }) => pid));
}

describe.each(['chromium', 'firefox'])('up with %s', (browser) => {
  it('makes a first call through the whole chain, shows a picture and leaves nothing running', async () => {
    const up = openUpHome();
    const { exitCode, stdout, stderr } = await up.run('up', '--once', '--browser', browser, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const shown = JSON.parse(stdout);
    expect(shown.steps.map(({ name }: { name: string }) => name)).toEqual([
      'tabs',
      'snapshot',
      'click',
      'snapshot',
      'screenshot',
      'tabs',
    ]);
    // The two bytes that every JPEG begins with.
    expect([...readFileSync(shown.picture).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    await eventually('nothing of it runs', () => up.running().length === 0);
  });

  it('goes on when its gateway is killed, and so does an agent; Ctrl+C ends all of it', async () => {
    const up = openUpHome();
    const started = up.start('up', '--browser', browser);
    const said = await started.hasSaid(WATCHING);
    const example = /uses your tools: (\S+)/.exec(said)?.[1] ?? '';
    expect(await (await fetch(example)).text()).toContain('A page that uses your tools');
    const agent = await openAgent(shim, 'legacy', { env: up.env, cwd: up.home });
    const listTabs = () => agent.client.callTool({ name: 'browser__tabs', arguments: { action: 'list' } });
    expect(await listTabs()).toMatchObject({ content: [{ text: expect.stringMatching(/^You have no tabs; /) }] });
    // The example of a server is there besides, and what it keeps outlives the gateway.
    const note = await agent.client.callTool({ name: 'notes__add', arguments: { text: 'The door works.' } });
    expect(note).toMatchObject({ structuredContent: { notes: [{ id: 1 }] } });

    const killed = gatewayOf(up);
    process.kill(killed?.pid ?? 0, 'SIGKILL');
    await eventually('another gateway serves', () => {
      const record = gatewayOf(up);
      return record !== undefined && record.nonce !== killed?.nonce;
    });
    await eventually('the agent reaches the browser again', async () => {
      const result = await listTabs().catch(() => undefined);
      return result !== undefined && result.isError !== true;
    });

    expect(await agent.client.callTool({ name: 'notes__list', arguments: {} })).toMatchObject({
      content: [{ text: expect.stringContaining('The door works.') }],
    });

    await agent.close();
    started.child.kill('SIGINT');
    expect(await started.ended).toMatchObject({ exitCode: 0 });
    await eventually('nothing of it runs', () => up.running().length === 0);
  });

  it('leaves nothing running when it is killed, and starts again over what that left', async () => {
    const up = openUpHome();
    const started = up.start('up', '--browser', browser);
    await started.hasSaid(WATCHING);
    started.child.kill('SIGKILL');
    await started.ended;
    await eventually('nothing of it runs', () => up.running().length === 0, 15_000);
    expect(await up.run('up', '--once', '--browser', browser)).toMatchObject({ exitCode: 0 });
  });

  it('says so when the browser is closed by hand', async () => {
    const up = openUpHome();
    const started = up.start('up', '--browser', browser);
    await started.hasSaid(WATCHING);
    process.kill(browserPid(up), 'SIGTERM');
    await started.hasSaid('was closed');
    await started.hasSaid('closed ·');
    started.child.kill('SIGTERM');
    expect(await started.ended).toMatchObject({ exitCode: 0 });
    await eventually('nothing of it runs', () => up.running().length === 0);
  });
});

describe('up', () => {
  it('refuses to run twice on one home, and says where the other is to be seen', async () => {
    const up = openUpHome();
    const started = up.start('up', '--browser', 'chromium');
    await started.hasSaid('Opening');
    const second = await up.run('up', '--once', '--browser', 'chromium');
    expect(second).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('sallyport status') });
    started.child.kill('SIGINT');
    await started.ended;
    await eventually('nothing of it runs', () => up.running().length === 0);
  });

  it('names the command that gets a browser which is not there, and the names it knows', async () => {
    const up = openUpHome();
    expect(await up.run('up', '--once', '--browser', 'brave')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/brave was not found[\s\S]*Install one: /),
    });
    expect(await up.run('up', '--once', '--browser', 'mosaic')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('chromium'),
    });
  });
});
