// Several hosts of one user side by side: no crossed reply, no lost socket, whoever dies.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Json } from '../../support/frames.ts';
import { type HostProcess, startHost } from '../../support/host-process.ts';
import { framedClient, lineClient, type RawClient } from '../../support/raw-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { verifies } from '../../support/verifies.ts';

const hello = { type: 'hello', role: 'client', wire: [1, 1], version: '0', capabilities: [] };

async function clientOf(host: HostProcess): Promise<RawClient> {
  const client = await framedClient(host.record().socket);
  await client.ask({ ...hello, token: host.token() });
  return client;
}

async function startPair(): Promise<[HostProcess, HostProcess]> {
  const home = temporaryFolder();
  const first = await startHost({ home });
  return [first, await startHost({ home, user: first.user })];
}

describe('two hosts of one user', () => {
  it('with three clients each, replies without ids and late: every reply is its own', async () => {
    const [first, second] = await startPair();
    for (const host of [first, second]) {
      const clients = [await clientOf(host), await clientOf(host), await clientOf(host)];
      clients.forEach((client, n) => {
        for (const k of [0, 1]) client.send({ id: `${n}${k}`, method: `of ${n}`, params: k });
      });
      // A browser side of seed 000 answers one request after the other and knows no ids: so it is asked one at a time.
      for (let n = 0; n < 6; n += 1) {
        const { method, params } = await host.next('tool_request');
        expect(host.received.waiting.filter(({ type }) => type === 'tool_request')).toEqual([]);
        host.send({ type: 'tool_response', result: [method, params] });
      }
      for (const [n, client] of clients.entries()) {
        const answers = [await client.next(), await client.next()];
        expect(answers).toEqual([0, 1].map((k) => ({ id: `${n}${k}`, result: [`of ${n}`, k] })));
        expect(client.received.waiting).toEqual([]);
      }
    }
  });

  it('with replies that carry ids in reverse order: every reply is its own', async () => {
    const pair = await startPair();
    const asked = await Promise.all(
      pair.map(async (host) => {
        host.send(browserHello());
        await host.next('hello');
        const clients = [await clientOf(host), await clientOf(host), await clientOf(host)];
        for (const [n, client] of clients.entries()) client.send({ id: 1, method: `${host.child.pid} ${n}` });
        const requests: Json[] = [];
        while (requests.length < 3) requests.push(await host.next('tool_request'));
        return { host, clients, requests };
      }),
    );
    for (const { host, requests } of asked) {
      for (const { id, method } of requests.reverse()) host.send({ type: 'tool_response', id, result: method });
    }
    for (const { host, clients } of asked) {
      for (const [n, client] of clients.entries()) {
        expect(await client.next()).toEqual({ id: 1, result: `${host.child.pid} ${n}` });
      }
    }
  });

  it('a call that ended early keeps the lane, and its late reply is seen by nobody', async () => {
    const host = await startHost();
    const gone = await host.framed();
    gone.send({ method: 'first' });
    await host.next('tool_request');
    const next = await host.framed();
    next.send({ method: 'second' });
    await gone.end();
    await host.next('cancel');
    host.send({ type: 'ping' });
    await host.next('pong');
    expect(host.received.waiting.map(({ type }) => type)).not.toContain('tool_request');
    host.send({ type: 'tool_response', result: 'of the first' });
    expect((await host.next('tool_request')).method).toBe('second');
    host.send({ type: 'tool_response', result: 'of the second' });
    expect(await next.next()).toEqual({ result: 'of the second' });
    expect(next.received.waiting).toEqual([]);
  });

  it(
    verifies(
      'the first keeps the seed path while it lives, and its browser does not hear of the second',
      'S0-socket-start-twice',
    ),
    async () => {
      const [first, second] = await startPair();
      const { ino } = lstatSync(first.seedPath);
      await second.logged('is held by another host');
      // Longer than either waits before it looks again, the first at the socket that it holds already.
      await eventually('the second to look again', () => secondsOf(second) >= 6, 15_000);
      expect(lstatSync(first.seedPath).ino).toBe(ino);
      expect(first.received.waiting).toEqual([]);
      const client = await first.framed();
      client.send({ method: 'x' });
      await first.next('tool_request');
      expect(await second.stop()).toBe(0);
      expect(lstatSync(first.seedPath).ino).toBe(ino);
      expect(readdirSync(join(first.home, 'run', 'hosts'))).toHaveLength(3);
    },
  );

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'when the first gets %s the second takes the seed path within its 5 s',
    async (signal) => {
      const [first, second] = await startPair();
      const client = await clientOf(second);
      client.send({ id: 1, method: 'under way' });
      await second.next('tool_request');
      first.child.kill(signal);
      await first.exited;
      const heir = await eventually('the seed path to be served again', () =>
        framedClient(second.seedPath).catch(() => false as const),
      );
      await second.next('mcp_connected', ({ count }) => count === 2);
      heir.send({ method: 'for the heir' });
      second.send({ type: 'tool_response', result: 'untouched' });
      expect(await client.next()).toEqual({ id: 1, result: 'untouched' });
      await second.next('tool_request', ({ method }) => method === 'for the heir');
      const hosts = join(second.home, 'run', 'hosts');
      await eventually('the first to be tidied away', () => readdirSync(hosts).length === 3);
      expect(await second.stop()).toBe(0);
      expect(existsSync(second.seedPath)).toBe(false);
    },
  );
});

describe('ten hosts of one user', () => {
  it(verifies(
    'each serve their own clients, and one of them the seed path',
    'S0-shutdown-removes-socket',
  ), async () => {
    const home = temporaryFolder();
    const first = await startHost({ home });
    const hosts = [first];
    while (hosts.length < 10) hosts.push(await startHost({ home, user: first.user }));
    for (const host of hosts) {
      const client = await lineClient(host.record().socket);
      client.send({ authToken: host.token(), command: 'getTabs' });
      const { id } = await host.next('tool_request');
      host.send({ type: 'tool_response', id, result: { pid: host.child.pid } });
      expect(await client.next()).toEqual({ success: true, pid: host.child.pid });
    }
    expect(hosts.filter((host) => host.record().seedSocket === first.seedPath)).toEqual([first]);
    for (const host of hosts.slice(5)) expect(await host.stop()).toBe(0);
    expect(readdirSync(join(home, 'run', 'hosts'))).toHaveLength(15);
    const client = await first.framed();
    client.send({ method: 'x' });
    await first.next('tool_request');
    for (const host of hosts.slice(0, 5)) expect(await host.stop()).toBe(0);
    expect(readdirSync(join(home, 'run', 'hosts'))).toEqual([]);
    expect(existsSync(first.seedPath)).toBe(false);
  }, 60_000);
});

function secondsOf(host: HostProcess): number {
  return (Date.now() - Date.parse(String(host.record().startedAt))) / 1000;
}

function browserHello(): Json {
  const browser = { name: 'Testfox', version: '1' };
  return {
    type: 'hello',
    wire: [1, 1],
    version: '0',
    browser,
    profile: { id: 'p' },
    capabilities: ['ids'],
    tools_hash: '',
  };
}
