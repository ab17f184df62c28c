import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createId,
  listRecords,
  openRunDirectory,
  type RunDirectory,
  readMachine,
  tokenPath,
  writeRecord,
  writeToken,
} from '@sallyport/native-host/run-directory';
import { limits, SallyportError } from '@sallyport/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type FakeHost, type FakeHostOptions, openFakeHost } from '../../../../../tests/support/fake-host.ts';
import { answerFakeTools, fakeTools } from '../../../../../tests/support/fake-tools.ts';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { BrowserApp } from './browser-app.ts';
import { createHostLinks } from './host-links.ts';

const gatewayToken = 'a'.repeat(64);
const machine = readMachine();

interface Setting {
  readonly run: RunDirectory;
  readonly app: BrowserApp;
  readonly links: ReturnType<typeof createHostLinks>;
  readonly log: string[];
  openHost(options?: Partial<FakeHostOptions>): Promise<FakeHost>;
}

function open(): Setting {
  const run = openRunDirectory(join(temporaryFolder(), 'run'), machine);
  const log: string[] = [];
  const app = new BrowserApp({
    home: '/home/nobody',
    log: (line) => log.push(line),
  });
  const links = createHostLinks({
    run,
    machine,
    gatewayToken,
    now: Date.now,
    createId: () => createId(randomBytes),
    log: (line) => log.push(line),
    onLink: (link) => app.attach(link),
    onCall: () => Promise.reject(new SallyportError('ERR_PERMISSION_DENIED', 'no')),
  });
  onTestFinished(() => links.close());
  return {
    run,
    app,
    links,
    log,
    async openHost(options = {}) {
      const host = await openFakeHost({ run, tools: fakeTools, answer: answerFakeTools, gatewayToken, ...options });
      onTestFinished(() => host.close());
      return host;
    },
  };
}

const caller = (session: string) => ({ id: `agent_${session}`, name: 'tester', session, remembered: false });
let calls = 0;
const callOf = (tool: string, session = 's1', args = {}) => ({
  callId: `call-${++calls}`,
  tool,
  args,
  caller: caller(session),
  timeoutMs: 5000,
});
const options = () => ({ signal: new AbortController().signal });

describe('with browsers', () => {
  it('a session keeps to the browser it began with, and takes another only when that is gone', async () => {
    const { app, links, openHost } = open();
    const first = await openHost({ browser: 'first' });
    await links.start();
    await app.callTool(callOf('work', 's1'), options());
    const second = await openHost({ browser: 'second' });
    await links.scan();
    await app.callTool(callOf('work', 's1'), options());
    await app.callTool(callOf('work', 's2'), options());
    expect([first.calls.length, second.calls.length]).toEqual([2, 1]);
    await first.close();
    await eventually('the first is missed', () => app.browsers.length === 1);
    await app.callTool(callOf('work', 's1'), options());
    expect(second.calls).toHaveLength(2);
  });

  it('a large call and a large result cross in chunks', async () => {
    const { app, links, openHost } = open();
    await openHost();
    await links.start();
    const text = 'ä'.repeat(500_000);
    expect(await app.callTool(callOf('echo', 's1', { text }), options())).toMatchObject({
      relayed: { structuredContent: { text } },
    });
  });

  it('a withdrawn call settles when the tool has stopped', async () => {
    const { app, links, openHost } = open();
    const host = await openHost();
    await links.start();
    const controller = new AbortController();
    const hanging = app.callTool(callOf('hang'), { signal: controller.signal });
    await eventually('it runs', () => host.calls.length === 1);
    controller.abort(new SallyportError('ERR_CANCELLED', 'withdrawn'));
    await expect(hanging).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    expect(host.cancelled).toHaveLength(1);
  });

  it('a tool that does not stop is abandoned after the grace', async () => {
    const { app, links, openHost } = open();
    const host = await openHost({ answer: () => new Promise(() => {}) });
    await links.start();
    const controller = new AbortController();
    const stuck = app.callTool(callOf('hang'), { signal: controller.signal });
    await eventually('it runs', () => host.calls.length === 1);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    controller.abort(new SallyportError('ERR_TOOL_TIMEOUT', 'too late'));
    const abandoned = expect(stuck).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(limits.gateway.cancelGraceMs);
    await abandoned;
  });

  it('a lost link fails its calls, their outcome unknown', async () => {
    const { app, links, openHost } = open();
    const host = await openHost();
    await links.start();
    const hanging = app.callTool(callOf('hang'), options());
    await eventually('it runs', () => host.calls.length === 1);
    host.breakLink();
    await expect(hanging).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } });
  });

  it('an answer that is no result is told as a broken protocol', async () => {
    const { app, links, openHost } = open();
    await openHost({ answer: async () => 'just text' });
    await links.start();
    await expect(app.callTool(callOf('work'), options())).rejects.toMatchObject({ code: 'ERR_PROTOCOL_ERROR' });
  });
});

it('without a browser a call says so, and what to do', async () => {
  const { app, links } = open();
  await links.start();
  await expect(app.listTools()).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
  await expect(app.callTool(callOf('work'), options())).rejects.toMatchObject({ data: { outcome: 'not_run' } });
});

it('a host that wants another gateway is left alone', async () => {
  const { app, links, openHost, log } = open();
  await openHost({ gatewayToken: 'b'.repeat(64) });
  await links.start();
  expect(app.browsers).toEqual([]);
  expect(log.join()).toContain('host');
});

it('a program that is no host of ours is left within its time, or at its first strange word', async () => {
  const { run, app, links } = open();
  const host = await openFakeHost({
    run,
    tools: [],
    answer: answerFakeTools,
    gatewayToken,
    greeting: { type: 'what' },
  });
  onTestFinished(() => host.close());
  await links.start();
  expect(app.browsers).toEqual([]);
});

it('a dead record is cleared away with its socket file', async () => {
  const { run, links } = open();
  const id = createId(randomBytes);
  writeToken(tokenPath(run.hosts, id), 'c'.repeat(64));
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  writeRecord(run.hosts, { id, pid: 1, version: '0.1.0', startedAt, socket: join(run.hosts, `${id}.sock`) });
  await links.start();
  expect(listRecords(run.hosts)).toEqual([]);
  expect(existsSync(tokenPath(run.hosts, id))).toBe(false);
});
