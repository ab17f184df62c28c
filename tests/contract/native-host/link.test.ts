// The link to the gateway: who may take the role, calls both ways, and what happens when there is none.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { almost } from '../../support/deadline.ts';
import { eventually } from '../../support/eventually.ts';
import { type Json, rawFrame } from '../../support/frames.ts';
import { fakeGateway } from '../../support/gateway-client.ts';
import { startHost } from '../../support/host-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { verifies } from '../../support/verifies.ts';

const agent = { id: `agent_${'0a'.repeat(16)}_1`, name: 'Tester', stay: 's1', remembered: true };
const browserHello: Json = {
  type: 'hello',
  wire: [1, 1],
  version: '0',
  browser: { name: 'Testfox', version: '1' },
  profile: { id: 'p', name: 'Work' },
  capabilities: ['ids'],
  tools_hash: 'abc',
};

describe('the role of the gateway', () => {
  it('is taken with both tokens, and the host says which browser it has', async () => {
    const host = await startHost();
    host.send(browserHello);
    await host.next('hello');
    const gateway = await fakeGateway(host.home);
    const { hello } = await gateway.dial(host);
    expect(hello).toEqual({
      type: 'hello',
      role: 'host',
      wire: [1, 1],
      version: expect.any(String),
      hostId: host.record().id,
      capabilities: ['ids', 'chunks', 'held', 'raw'],
      browser: { name: 'Testfox', version: '1' },
      profile: { id: 'p', name: 'Work' },
      toolsHash: 'abc',
    });
  });

  it('is refused without the token of the gateway that runs', async () => {
    const host = await startHost();
    const gateway = await fakeGateway(host.home);
    for (const gatewayToken of ['f'.repeat(64), '', undefined]) {
      const link = await gateway.dial(host, { gatewayToken });
      expect(link.hello).toMatchObject({ type: 'failure', id: 'hello', error: { code: 'ERR_PERMISSION_DENIED' } });
      await link.closed;
    }
  });

  it('passes to the gateway that comes later, and the former hears of it', async () => {
    const host = await startHost();
    const gateway = await fakeGateway(host.home);
    const first = await gateway.dial(host);
    const second = await gateway.dial(host);
    expect(await first.next()).toMatchObject({ type: 'failure', id: 'link' });
    await first.closed;
    host.send({ type: 'host_get_stats', request_id: 1 });
    expect(await second.next()).toMatchObject({ type: 'call', method: 'host_get_stats' });
  });
});

describe('a call of the gateway', () => {
  it('becomes a tool_request with its own id, and ends as result or failure', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host);
    link.send({ type: 'call', id: 'c1', method: 'call_tool', params: { name: 'read' }, deadlineMs: 7000, agent });
    expect(await host.next('tool_request')).toEqual({
      type: 'tool_request',
      id: 'c1',
      client_id: 1,
      agent,
      method: 'call_tool',
      params: { name: 'read' },
      deadline_ms: almost(7000),
    });
    host.send({ type: 'progress', id: 'c1', progress: 1, total: 2, message: 'half' });
    expect(await link.next()).toEqual({ type: 'progress', id: 'c1', progress: 1, total: 2, message: 'half' });
    host.send({ type: 'tool_response', id: 'c1', result: { content: [] } });
    expect(await link.next()).toEqual({ type: 'result', id: 'c1', result: { content: [] } });
    link.send({ type: 'call', id: 'c2', method: 'call_tool', params: {}, deadlineMs: 7000 });
    await host.next('tool_request');
    const error = { code: 'ERR_TAB_OWNED', message: 'Not yours.', hint: 'Ask.' };
    host.send({ type: 'tool_response', id: 'c2', error });
    expect(await link.next()).toEqual({ type: 'failure', id: 'c2', error });
  });

  it('is not made twice, can be withdrawn, and ends at its deadline', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host);
    host.send({ ...browserHello, capabilities: ['ids'] });
    await host.next('hello');
    await link.next('the browser event', ({ type }) => type === 'event');
    link.send({ type: 'call', id: 'a', method: 'x', params: {}, deadlineMs: 60_000 });
    link.send({ type: 'call', id: 'a', method: 'x', params: {}, deadlineMs: 60_000 });
    expect(await link.next()).toMatchObject({ type: 'failure', id: 'a', error: { code: 'ERR_PROTOCOL_ERROR' } });
    link.send({ type: 'cancel', id: 'a', reason: 'enough' });
    expect(await link.next()).toMatchObject({ type: 'failure', id: 'a', error: { code: 'ERR_CANCELLED' } });
    expect(await host.next('cancel')).toEqual({ type: 'cancel', id: 'a', reason: 'enough' });
    link.send({ type: 'call', id: 'b', method: 'x', params: {}, deadlineMs: 100 });
    expect(await link.next()).toMatchObject({
      type: 'failure',
      id: 'b',
      error: { code: 'ERR_TOOL_TIMEOUT', data: { outcome: 'unknown' } },
    });
    await host.next('cancel', ({ id }) => id === 'b');
  });

  it('may be of many megabytes, and so may its result', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host, { capabilities: ['ids'] });
    const params = { text: 'ä'.repeat(3_000_000) };
    link.send({ type: 'call', id: 'big', method: 'x', params, deadlineMs: 7000 });
    expect(await link.next()).toMatchObject({ type: 'failure', error: { code: 'ERR_FRAME_TOO_LARGE' } });
    link.send({ type: 'call', id: 'small', method: 'x', params: {}, deadlineMs: 7000 });
    await host.next('tool_request');
    host.send({ type: 'tool_response', id: 'small', result: params });
    expect(await link.next()).toEqual({ type: 'result', id: 'small', result: params });
  });

  it.each([
    { capabilities: ['ids', 'raw'], isUnread: true },
    { capabilities: ['ids'], isUnread: false },
  ])('between ends with $capabilities crosses unread: $isUnread', async ({ capabilities, isUnread }) => {
    const host = await startHost();
    host.send({ ...browserHello, capabilities });
    await host.next('hello');
    const link = await (await fakeGateway(host.home)).dial(host, { capabilities });
    const room = ' '.repeat(1000);
    const head = JSON.stringify({ type: 'call', id: 'c1', deadlineMs: 7000, agent }).slice(0, -1);
    link.sendBytes(rawFrame(Buffer.from(`${head},"method":"call_tool","params":{"name":${room}"read"}}`)));
    const fields = { id: 'c1', client_id: 1, agent, deadline_ms: almost(7000) };
    expect(await host.next('tool_request')).toEqual({
      type: 'tool_request',
      ...fields,
      method: 'call_tool',
      params: { name: 'read' },
    });
    expect((host.frameSizes.at(-1) ?? 0) > room.length).toBe(isUnread);
    const before = link.socket.bytesRead;
    host.sendBytes(rawFrame(Buffer.from(`{"type":"tool_response","id":"c1","result":{"a":${room}1}}`)));
    expect(await link.next('a result', ({ type }) => type === 'result')).toEqual({
      type: 'result',
      id: 'c1',
      result: { a: 1 },
    });
    expect(link.socket.bytesRead - before > room.length).toBe(isUnread);
  });

  it('is held while a person decides, where the gateway keeps its deadline', async () => {
    const host = await startHost();
    const capabilities = ['ids', 'held'];
    host.send({ ...browserHello, capabilities });
    await host.next('hello');
    const link = await (await fakeGateway(host.home)).dial(host, { capabilities });
    link.send({ type: 'call', id: 'c1', method: 'call_tool', params: {}, deadlineMs: 100 });
    expect(await host.next('tool_request')).toMatchObject({ deadline_ms: almost(100), may_hold: true });
    for (const type of ['held', 'resumed']) {
      host.send({ type, id: 'c1' });
      expect(await link.next()).toEqual({ type, id: 'c1' });
    }
    await delay(200);
    host.send({ type: 'tool_response', id: 'c1', result: 'late' });
    expect(await link.next()).toEqual({ type: 'result', id: 'c1', result: 'late' });
  });

  it('is answered along with pings, and what the link does not know is passed over', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host);
    link.send({ type: 'from a later version' });
    link.send('no object');
    link.send({ type: 'pong', timestamp: 1 });
    expect(await link.ask({ type: 'ping' })).toEqual({ type: 'pong', timestamp: expect.any(Number) });
  });
});

describe('what the extension says', () => {
  it('reaches the gateway as events', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host);
    host.send(browserHello);
    const { browser, profile } = browserHello;
    expect(await link.next()).toEqual({
      type: 'event',
      name: 'browser',
      params: { browser, profile, toolsHash: 'abc' },
    });
    host.send({ type: 'notification', method: 'tabs', n: 1 });
    expect(await link.next()).toEqual({ type: 'event', name: 'notification', params: { method: 'tabs', n: 1 } });
  });

  it(
    verifies(
      'as a host request goes to the gateway alone, unchanged, and its answer comes back as it is',
      'S4-msg-forwarded',
    ),
    async () => {
      const host = await startHost();
      const bystander = await host.framed();
      const link = await (await fakeGateway(host.home)).dial(host);
      const request = { type: 'host_call_tool', request_id: 'r1', tool: 'x/y', args: { a: 1 }, later: true };
      host.send(request);
      const call = await link.next();
      expect(call).toEqual({
        type: 'call',
        id: expect.any(String),
        method: 'host_call_tool',
        params: request,
        deadlineMs: expect.any(Number),
      });
      link.send({ type: 'progress', id: call.id, progress: 0.5, message: 'half' });
      expect(await host.next('progress')).toEqual({
        type: 'progress',
        request_id: 'r1',
        progress: 0.5,
        message: 'half',
      });
      const reply = { type: 'host_call_tool_result', request_id: 'r1', ok: true, provenance: {} };
      link.send({ type: 'result', id: call.id, result: reply });
      expect(await host.next('host_call_tool_result')).toEqual(reply);
      expect(bystander.received.waiting).toEqual([]);
    },
  );

  it('as a host request fails in the form of seed 004, or of seed 000 without a request_id', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host);
    const error = { code: 'ERR_SCOPE_REQUIRED', message: 'Ask first.' };
    host.send({ type: 'host_list_tools', request_id: 4 });
    link.send({ type: 'failure', id: (await link.next()).id, error });
    expect(await host.next('error')).toEqual({ type: 'error', request_id: 4, error });
    host.send({ type: 'host_list_tools' });
    link.send({ type: 'failure', id: (await link.next()).id, error });
    expect(await host.next('error')).toEqual({ type: 'error', error: 'Ask first.' });
    host.send({ type: 'host_get_stats', request_id: 5 });
    link.send({ type: 'result', id: (await link.next()).id, result: 'no message' });
    expect(await host.next('error')).toMatchObject({ request_id: 5, error: { code: 'ERR_PROTOCOL_ERROR' } });
  });

  it('as a host request whose answer does not fit a frame hears that', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host, { capabilities: ['ids'] });
    host.send({ type: 'host_call_tool', request_id: 'big' });
    const { id } = await link.next();
    link.send({ type: 'result', id, result: { type: 'x', text: 'a'.repeat(2_000_000) } });
    expect(await host.next('error')).toMatchObject({ request_id: 'big', error: { code: 'ERR_FRAME_TOO_LARGE' } });
    expect(Math.max(...host.frameSizes)).toBeLessThanOrEqual(1_048_576);
  });

  it('as a host request that the extension cancels is cancelled at the gateway', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host);
    host.send({ type: 'host_call_tool', request_id: 1 });
    const { id } = await link.next();
    host.send({ type: 'cancel', request_id: 'unknown' });
    host.send({ type: 'cancel', request_id: 1 });
    expect(await link.next()).toMatchObject({ type: 'cancel', id });
    expect(await host.next('error')).toMatchObject({ request_id: 1, error: { code: 'ERR_CANCELLED' } });
  });

  it('as a host request fails at once when the gateway goes', async () => {
    const host = await startHost();
    const link = await (await fakeGateway(host.home)).dial(host);
    host.send({ type: 'host_call_tool', request_id: 1 });
    await link.next();
    await link.end();
    expect(await host.next('error')).toMatchObject({
      request_id: 1,
      error: { code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } },
    });
  });
});

describe('without a gateway', () => {
  it('a host request waits 5 s, then hears ERR_SERVER_UNAVAILABLE', async () => {
    const host = await startHost();
    const startedAt = Date.now();
    host.send({ type: 'host_list_tools', request_id: 1 });
    expect(await host.next('error')).toMatchObject({
      request_id: 1,
      error: { code: 'ERR_SERVER_UNAVAILABLE', hint: expect.stringContaining('sallyport') },
    });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(4900);
    await host.logged('has no command to start one');
  });

  it('a request that is not worth a gateway starts none, and is answered at once', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'run'), { mode: 0o700 });
    const starts = join(home, 'starts');
    const program = `require('fs').writeFileSync(${JSON.stringify(starts)}, 'started')`;
    const command = JSON.stringify([process.execPath, '-e', program]);
    const host = await startHost({ home, env: { SALLYPORT_GATEWAY_COMMAND: command } });
    host.send({ type: 'host_note_decision', request_id: 1, if_running: true });
    expect(await host.next('error')).toMatchObject({ request_id: 1, error: { code: 'ERR_SERVER_UNAVAILABLE' } });
    const link = await (await fakeGateway(home)).dial(host);
    host.send({ type: 'host_note_decision', request_id: 2, if_running: true });
    expect(await link.next()).toMatchObject({ type: 'call', method: 'host_note_decision' });
    expect(existsSync(starts)).toBe(false);
  });

  it('a host request starts the one that the launcher names, once, and is answered when that has dialled', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'run'), { mode: 0o700 });
    const starts = join(home, 'starts');
    const program = `require('fs').appendFileSync(${JSON.stringify(starts)}, process.argv.slice(1).join() + '\\n')`;
    const command = JSON.stringify([process.execPath, '-e', program, 'gateway', 'on-demand']);
    const host = await startHost({ home, env: { SALLYPORT_GATEWAY_COMMAND: command } });
    host.send({ type: 'host_list_tools', request_id: 1 });
    host.send({ type: 'host_get_stats', request_id: 2 });
    await host.logged('starting one');
    const link = await (await fakeGateway(home)).dial(host);
    for (const request_id of [1, 2]) {
      const call = await link.next();
      link.send({ type: 'result', id: call.id, result: { type: 'answer', request_id } });
      expect(await host.next('answer')).toMatchObject({ request_id });
    }
    await eventually('the program to have run', () => readStarts(starts) !== '');
    expect(readStarts(starts)).toBe('gateway,on-demand\n');
  });

  it.each([
    ['starts one as soon as the browser is open', [{ name: 'box' }], true],
    ['starts none when the last remote host is gone', [], false],
  ])('with a list of remote hosts, it %s', async (_, remotes, isStarted) => {
    const home = temporaryFolder();
    const starts = join(home, 'starts');
    mkdirSync(join(home, 'data'), { mode: 0o700 });
    writeFileSync(join(home, 'data', 'remotes.json'), JSON.stringify({ version: 1, remotes }));
    const program = `require('fs').writeFileSync(${JSON.stringify(starts)}, 'started')`;
    const command = JSON.stringify([process.execPath, '-e', program]);
    const host = await startHost({ home, env: { SALLYPORT_GATEWAY_COMMAND: command } });
    if (isStarted) await eventually('the program to have run', () => existsSync(starts));
    else {
      host.send({ type: 'host_note_decision', request_id: 1, if_running: true });
      expect(await host.next('error')).toMatchObject({ request_id: 1 });
      expect(existsSync(starts)).toBe(false);
    }
  });

  it('a command that cannot be started is logged', async () => {
    const host = await startHost({ env: { SALLYPORT_GATEWAY_COMMAND: '["/nowhere/at/all"]' } });
    host.send({ type: 'host_list_tools', request_id: 1 });
    await host.logged('could not be started');
    host.send({ type: 'ping' });
    await host.next('pong');
  });
});

describe('a knock', () => {
  it('is made by a host that starts, and by one with a request and no link', async () => {
    const first = await startHost();
    const gateway = await fakeGateway(first.home);
    const second = await startHost({ home: first.home });
    const knock = { role: 'host', token: gateway.token, hostId: second.record().id };
    expect(await gateway.knocks.next()).toEqual(knock);
    first.send({ type: 'host_list_tools', request_id: 1 });
    expect(await gateway.knocks.next()).toEqual({ ...knock, hostId: first.record().id });
    const link = await gateway.dial(first);
    expect(await link.next()).toMatchObject({ type: 'call', method: 'host_list_tools' });
  });

  it('at a dead or junk record does no harm', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'run'), { mode: 0o700 });
    const path = join(home, 'run', 'gateway.json');
    for (const text of ['junk', JSON.stringify({ nonce: 'n', pid: 1, version: '0', socket: '/nowhere', token: 't' })]) {
      writeFileSync(path, text);
      const host = await startHost({ home });
      expect(await host.stop()).toBe(0);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });
});

function readStarts(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
