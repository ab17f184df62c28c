import { limits, PRODUCT_VERSION, type ToolRequest, toWireAgent, WIRE } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { badgeOf, type LinkState, linkStatusOf } from '../base/link-status.ts';
import { HostLink, reconnectDelayMs, type Send } from './link.ts';
import type { PortEvents } from './native-port.ts';

interface FakePort {
  readonly events: PortEvents;
  readonly posted: Record<string, unknown>[];
  isClosed: boolean;
}

const hello = {
  wire: WIRE,
  version: PRODUCT_VERSION,
  browser: { name: 'Firefox', version: '153' },
  profile: { id: 'p' },
  capabilities: ['ids', 'chunks'],
  toolsHash: 'abc',
  siteAccess: true,
} as const;
const { toolsHash, siteAccess, ...plain } = hello;
const said = { type: 'hello', ...plain, tools_hash: toolsHash, site_access: siteAccess };
const greeting = { type: 'hello', wire: [1, 1], version: '0.1.0', host_id: 'h', capabilities: ['ids', 'chunks'] };
const pong = { type: 'pong', timestamp: 1 };
const agent = { id: 'a', name: 'n', session: 's', remembered: false };
const request: ToolRequest = {
  type: 'tool_request',
  id: '1',
  client_id: 1,
  agent,
  method: 'm',
  params: {},
  deadline_ms: 9,
};
/** As the host writes it. */
const posted = { ...request, agent: toWireAgent(agent) };

const nobodyWaits = { questions: 0, isPaused: false };

let clock: FakeClock;
let ports: FakePort[];
let states: LinkState[];
let served: { send: Send; requests: ToolRequest[]; cancelled: string[]; isClosed: boolean }[];
let link: HostLink;

function port(): FakePort {
  const last = ports.at(-1);
  if (last === undefined) throw new Error('no port was opened');
  return last;
}

beforeEach(() => {
  clock = fakeClock();
  ports = [];
  states = [];
  served = [];
  link = new HostLink({
    hello,
    clock,
    openPort: (events) => {
      const opened: FakePort = { events, posted: [], isClosed: false };
      ports.push(opened);
      return {
        post: (message) => opened.posted.push({ ...message }),
        close: () => {
          opened.isClosed = true;
        },
      };
    },
    serve: (send) => {
      const server = { send, requests: [] as ToolRequest[], cancelled: [] as string[], isClosed: false };
      served.push(server);
      return {
        handle: (incoming) => server.requests.push(incoming),
        cancel: (callId) => server.cancelled.push(callId),
        clientGone: (clientId) => server.cancelled.push(`client ${clientId}`),
        close: () => {
          server.isClosed = true;
        },
      };
    },
    onState: (state) => states.push(state),
  });
  link.wake();
});

describe('the link', () => {
  it('says hello anew when the user takes or gives the right to open sites, and begins with it the next time', () => {
    port().events.message(greeting);
    link.updateHostPermission(true);
    link.updateHostPermission(false);
    link.updateHostPermission(false);
    const hellos = () => port().posted.filter(({ type }) => type === 'hello');
    expect(hellos()).toEqual([said, { ...said, site_access: false }]);
    port().events.message(greeting);
    port().events.gone('Native host has exited.');
    clock.advance(reconnectDelayMs(0));
    expect(hellos()).toEqual([{ ...said, site_access: false }]);
  });

  it('asks the gateway, hears its progress and its answer, and cancels what nobody waits for', async () => {
    await expect(link.request('host_get_stats', {})).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    port().events.message(greeting);
    const heard: unknown[] = [];
    const asked = link.request(
      'host_call_tool',
      { tool_name: 'a/b', type: 'forged', request_id: 'forged' },
      { onProgress: (progress) => heard.push(progress) },
    );
    const sent = { type: 'host_call_tool', request_id: 'page-1', tool_name: 'a/b' };
    expect(port().posted.at(-1)).toEqual(sent);
    port().events.message({ type: 'progress', request_id: 'page-1', progress: 1 });
    port().events.message({ type: 'host_call_tool_result', request_id: 'page-1', result: {} });
    expect(await asked).toMatchObject({ result: {} });
    expect(heard).toMatchObject([{ progress: 1 }]);
    const stop = new AbortController();
    const stopped = link.request('host_get_stats', {}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    expect(port().posted.at(-1)).toEqual({ type: 'cancel', request_id: 'page-2' });
  });

  it('fails requests to the gateway with its error, without an answer in time, and when the host goes', async () => {
    port().events.message(greeting);
    const refused = link.request('host_get_stats', {});
    port().events.message({
      type: 'error',
      request_id: 'page-1',
      error: { code: 'ERR_SCOPE_REQUIRED', message: 'Ask.' },
    });
    await expect(refused).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    const late = link.request('host_get_stats', {}, { timeoutMs: 500 });
    clock.advance(500);
    await expect(late).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
    const lost = link.request('host_get_stats', {});
    port().events.gone('Native host has exited.');
    await expect(lost).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } });
  });

  it('says hello first, and is connected when the host answers it', () => {
    expect(port().posted).toEqual([said]);
    expect(link.state).toBe('connecting');
    port().events.message(greeting);
    expect(states).toEqual(['connected']);
  });

  it('pings at once and then every 20 s', () => {
    port().events.message(greeting);
    expect(port().posted.at(-1)).toEqual({ type: 'ping' });
    port().events.message(pong);
    clock.advance(limits.extension.pingMs - 1);
    expect(port().posted).toHaveLength(2);
    clock.advance(1);
    expect(port().posted).toHaveLength(3);
  });

  it('gives up a host that does not answer a ping, and reaches for a new one', () => {
    port().events.message(greeting);
    clock.advance(limits.extension.pongMs);
    expect([states.at(-1), ports[0]?.isClosed, served[0]?.isClosed]).toEqual(['host-exited', true, true]);
    clock.advance(limits.extension.reconnectMinMs);
    expect(ports).toHaveLength(2);
  });

  it.each([
    ['does not answer hello', () => clock.advance(limits.extension.helloMs)],
    ['does not know hello', () => port().events.message({ type: 'error', error: 'Unknown message type: hello' })],
    ['speaks no common version', () => port().events.message({ ...greeting, wire: [7, 9] })],
  ])('calls a host that %s one of another version', (_, act) => {
    act();
    expect(states).toEqual(['version-mismatch']);
    expect(port().isClosed).toBe(true);
  });

  it('keeps saying what is wrong while it tries again, with growing waits up to 30 s', () => {
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const opened = ports.length;
      port().events.gone('Specified native messaging host not found.');
      let waitedMs = 0;
      for (; ports.length === opened; waitedMs += 100) clock.advance(100);
      waits.push(waitedMs);
      expect(link.state).toBe('host-missing');
    }
    expect(waits.slice(0, 4)).toEqual([1000, 1500, 2300, 3400]);
    expect(waits.at(-1)).toBe(limits.extension.reconnectMaxMs);
  });

  it(verifies('sees its host end, and the toolbar says that it is not connected', 'S3-host-exit-seen'), () => {
    port().events.message(greeting);
    expect([link.state, badgeOf(linkStatusOf(link.state, true), nobodyWaits).text]).toEqual(['connected', '']);
    port().events.gone('Native host has exited.');
    expect(link.state).toBe('host-exited');
    expect(badgeOf(linkStatusOf(link.state, true), nobodyWaits)).toMatchObject({
      text: '!',
      title: expect.stringContaining('stopped'),
    });
  });

  it('starts with short waits again after a host that answered a ping', () => {
    for (const _ of [1, 2, 3]) {
      port().events.gone('');
      link.wake();
    }
    port().events.message(greeting);
    port().events.message(pong);
    port().events.gone('Native host has exited.');
    clock.advance(limits.extension.reconnectMinMs);
    expect(ports).toHaveLength(5);
  });

  it('connects at once when it is woken, and only when it is not connected', () => {
    link.wake();
    expect(ports).toHaveLength(1);
    port().events.gone('');
    link.wake();
    port().events.message(greeting);
    clock.advance(2 * limits.extension.reconnectMinMs);
    expect(ports).toHaveLength(2);
  });

  it('hands requests and cancellations to the server of its connection, and closes that with it', () => {
    port().events.message(posted);
    port().events.message({ type: 'cancel', id: '1', reason: 'gone' });
    port().events.message({ type: 'mcp_disconnected', client_id: 7, count: 0 });
    expect(served[0]).toMatchObject({ requests: [request], cancelled: ['1', 'client 7'], isClosed: false });
    port().events.gone('');
    expect(served[0]?.isClosed).toBe(true);
    expect(() => served[0]?.send({ type: 'tool_response' })).toThrow('closed');
  });

  it('sends long messages in chunks within the window, and puts incoming ones together', () => {
    port().events.message(greeting);
    served[0]?.send({ type: 'tool_response', id: '1', result: 'x'.repeat(6 * limits.chunk.maxUnits) });
    const chunks = port().posted.filter(({ type }) => type === 'chunk');
    expect(chunks).toHaveLength(limits.chunk.window);
    port().events.message({ type: 'ack', id: chunks[0]?.id, seq: 0 });
    expect(port().posted.filter(({ type }) => type === 'chunk')).toHaveLength(limits.chunk.window + 1);

    const json = JSON.stringify(posted);
    port().events.message({ type: 'chunk', id: '9', seq: 0, last: false, data: json.slice(0, 10) });
    port().events.message({ type: 'chunk', id: '9', seq: 1, last: true, data: json.slice(10) });
    expect(served[0]?.requests).toEqual([request]);
  });

  it('ignores what is no message, and everything after its end', () => {
    port().events.message('noise');
    port().events.message({ type: 'from the future' });
    link.close();
    port().events.message(greeting);
    port().events.gone('');
    clock.advance(limits.extension.reconnectMaxMs);
    expect([states, ports.length, clock.pending]).toEqual([[], 1, 0]);
  });
});

describe('reconnectDelayMs', () => {
  it('never leaves its bounds', () => {
    const delays = Array.from({ length: 2000 }, (_, failures) => reconnectDelayMs(failures));
    expect(Math.min(...delays)).toBe(1000);
    expect(Math.max(...delays)).toBe(30_000);
  });
});
