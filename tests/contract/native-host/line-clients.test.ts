// Clients of seed 001: a token, then commands, one line each, answered in lines.
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { browserCommands } from '../../../packages/native-host/src/commands.ts';
import { almost } from '../../support/deadline.ts';
import { startHost } from '../../support/host-process.ts';
import { lineClient } from '../../support/raw-client.ts';
import { verifies } from '../../support/verifies.ts';

const agentId = `agent_${'a1b2'.repeat(8)}_12345`;

describe('the token', () => {
  it(
    verifies('lets in a line client of the own socket and of the seed path', 'S1-token-required', 'S1-socket-listens'),
    async () => {
      const host = await startHost();
      for (const path of [host.record().socket, host.seedPath]) {
        const client = await lineClient(path);
        expect(await client.ask({ authToken: host.token(), command: 'ping' })).toMatchObject({ success: true });
        expect(await client.ask({ command: 'ping', id: 3 })).toMatchObject({ success: true, id: 3 });
      }
    },
  );

  it(verifies('is wanted before anything is run', 'S1-token-required'), async () => {
    const host = await startHost();
    const firstLines = [
      { command: 'ping' },
      { authToken: 'f'.repeat(64), command: 'navigate', url: 'x' },
      { authToken: 42, command: 'ping' },
      { authToken: '' },
    ];
    for (const path of [host.record().socket, host.seedPath]) {
      for (const line of firstLines) {
        const client = await lineClient(path);
        expect(await client.ask(line)).toMatchObject({
          success: false,
          code: 'ERR_PERMISSION_DENIED',
          error: expect.stringMatching(/^PERMISSION_DENIED: /),
        });
        await client.closed;
      }
    }
    host.send({ type: 'ping' });
    await host.next('pong');
    expect(host.received.waiting.filter(({ type }) => type === 'tool_request')).toEqual([]);
  });

  it('once right and then wrong ends the client before its command runs', async () => {
    const host = await startHost();
    const client = await host.lines();
    client.send({ authToken: 'f'.repeat(64), command: 'navigate' });
    expect(await client.next()).toMatchObject({ success: false, code: 'ERR_PERMISSION_DENIED' });
    await client.closed;
    expect(host.received.waiting.filter(({ type }) => type === 'tool_request')).toEqual([]);
  });

  it('alone is answered only to whoever gave an id', async () => {
    const host = await startHost();
    const client = await host.lines();
    expect(await client.ask({ command: 'version' })).toEqual({ success: true, version: PRODUCT_VERSION });
    expect(await client.ask({ authToken: host.token(), id: 'a' })).toEqual({ success: true, id: 'a' });
  });
});

describe('a command', () => {
  it(
    verifies(
      'reaches the extension with all its fields, and its answer is flat',
      'S1-request-forwarded',
      'S1-response-success',
      'S1-same-messages',
      'S1-ndjson',
      'S1-request-timeout-optional',
      'S1-timeout-default',
    ),
    async () => {
      const host = await startHost();
      const client = await host.lines({ agentId });
      client.send({ command: 'navigate', tabId: 42, url: 'https://example.com', agentId, id: 9 });
      const request = await host.next('tool_request');
      expect(request).toMatchObject({
        method: 'command',
        params: { command: 'navigate', tabId: 42, url: 'https://example.com', agentId },
        agent: { id: agentId, name: 'agent_a1b2...', remembered: false },
        deadline_ms: almost(150_000),
      });
      const result = { tabId: 42, title: 'Example Domain', url: 'https://example.com' };
      host.send({ type: 'tool_response', id: request.id, result });
      expect(await client.next()).toEqual({ success: true, ...result, id: 9 });
    },
  );

  it('may have its fields under params, and a result that is no object', async () => {
    const host = await startHost();
    const client = await host.lines();
    client.send({ command: 'evaluate', params: { expression: '1+1', command: 'ping' }, timeout: 6000 });
    const request = await host.next('tool_request');
    expect(request).toMatchObject({ params: { command: 'evaluate', expression: '1+1' }, deadline_ms: almost(6000) });
    host.send({ type: 'tool_response', id: request.id, result: 2 });
    expect(await client.next()).toEqual({ success: true, result: 2 });
    expect(await client.ask({ command: 'evaluate', params: 'x' })).toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });

  it(verifies('that failed is answered with prefix, sentence and code', 'S1-response-error'), async () => {
    const host = await startHost();
    const client = await host.lines();
    const errors = [
      [
        { code: 'ERR_TAB_OWNED', message: 'OWNERSHIP: Cannot navigate tab 42 (owned by agent_e7f8...)' },
        'OWNERSHIP: Cannot navigate tab 42 (owned by agent_e7f8...)',
        'ERR_TAB_OWNED',
      ],
      [{ code: 'ERR_TAB_OWNED', message: 'It is not yours.' }, 'OWNERSHIP: It is not yours.', 'ERR_TAB_OWNED'],
      [
        { code: 'ERR_TOOL_FAILED', message: 'No such element.', hint: 'Look.' },
        'TOOL_FAILED: No such element.',
        'ERR_TOOL_FAILED',
      ],
      ['POOL_FULL: twelve tabs are open', 'POOL_FULL: twelve tabs are open', 'ERR_TOOL_FAILED'],
      [{ content: 'a bare text' }, 'TOOL_FAILED: a bare text', 'ERR_TOOL_FAILED'],
      [true, 'TOOL_FAILED: The browser side failed without giving a reason.', 'ERR_TOOL_FAILED'],
    ] as const;
    for (const [error, text, code] of errors) {
      client.send({ command: 'click' });
      host.send({ type: 'tool_response', id: (await host.next('tool_request')).id, error });
      expect(await client.next()).toMatchObject({ success: false, error: text, code });
    }
  });

  it(verifies('must be named and known', 'S1-request-command-required', 'S1-request-whitelist'), async () => {
    const host = await startHost();
    const client = await host.lines();
    expect(await client.ask({ tabId: 1 })).toMatchObject({ success: false, code: 'ERR_INPUT_INVALID' });
    expect(await client.ask({ command: 7 })).toMatchObject({ success: false, code: 'ERR_INPUT_INVALID' });
    expect(await client.ask({ command: 'rm', id: 1 })).toMatchObject({
      success: false,
      code: 'ERR_TOOL_NOT_FOUND',
      id: 1,
    });
    expect(await client.ask({ command: '__proto__' })).toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
    expect(host.received.waiting.filter(({ type }) => type === 'tool_request')).toEqual([]);
  });

  it(verifies('of the list goes through, thirty of them, and loops are declined', 'S1-request-whitelist'), async () => {
    const host = await startHost();
    const client = await host.lines();
    expect(browserCommands).toHaveLength(30);
    for (const command of browserCommands) {
      client.send({ command });
      const { id, params } = await host.next('tool_request');
      expect(params).toEqual({ command });
      host.send({ type: 'tool_response', id, result: {} });
      expect(await client.next()).toEqual({ success: true });
    }
    for (const command of ['startLoop', 'stopLoop', 'getLoopState', 'incrementLoopIteration']) {
      expect((await client.ask({ command })).error).toBe(`TOOL_NOT_FOUND: ${command}: focus loops are not supported.`);
    }
  });

  it(verifies('ping, version and goodbye are answered by the host', 'S1-request-ping'), async () => {
    const host = await startHost();
    const client = await host.lines();
    expect(await client.ask({ command: 'ping' })).toEqual({ success: true, timestamp: expect.any(Number) });
    expect(await client.ask({ command: 'version' })).toEqual({ success: true, version: PRODUCT_VERSION });
    expect(await client.ask({ command: 'goodbye' })).toEqual({ success: true });
    expect(host.received.waiting.map(({ type }) => type)).toEqual(['mcp_connected']);
  });

  it(verifies('may come cut anywhere or several in one piece', 'S1-ndjson-in-pieces'), async () => {
    const host = await startHost();
    const client = await host.lines();
    for (const byte of Buffer.from('{"command": "type", "text": "größe €😀"}\n')) client.sendBytes(Buffer.from([byte]));
    expect((await host.next('tool_request')).params).toEqual({ command: 'type', text: 'größe €😀' });
    client.sendBytes('\n  \r\n{"command":"version"}\r\n{"command":"version"}\n');
    expect(await client.next()).toMatchObject({ success: false });
    expect(await client.next()).toMatchObject({ success: true });
    expect(await client.next()).toMatchObject({ success: true });
  });

  it('that cannot be read is answered, and the next one is run', async () => {
    const host = await startHost();
    const client = await host.lines();
    for (const junk of ['{"command": ', '[1]', '"text"', 'null']) {
      client.sendBytes(`${junk}\n`);
      expect(await client.next()).toMatchObject({ success: false, code: 'ERR_PROTOCOL_ERROR' });
    }
    expect(await client.ask({ command: 'ping' })).toMatchObject({ success: true });
  });
});

describe('the time of a command', () => {
  it(verifies('is refused outside of 5,000 to 300,000 ms', 'S1-timeout-min', 'S1-timeout-max'), async () => {
    const host = await startHost();
    const client = await host.lines();
    for (const timeout of [4999, 300_001, 0, -1, '30000', {}]) {
      expect(await client.ask({ command: 'click', timeout })).toMatchObject({
        success: false,
        code: 'ERR_INPUT_INVALID',
      });
    }
    for (const timeout of [5000, 300_000]) {
      client.send({ command: 'click', timeout });
      const { id, deadline_ms } = await host.next('tool_request');
      expect(deadline_ms).toEqual(almost(timeout));
      host.send({ type: 'tool_response', id, result: {} });
      await client.next();
    }
  });

  it(verifies('ends it at once when it is over, and the browser hears of it', 'S1-timeout-expiry'), async () => {
    const host = await startHost();
    const client = await host.lines();
    client.send({ command: 'waitFor', timeout: 5000 });
    const { id } = await host.next('tool_request');
    const startedAt = Date.now();
    const answer = await client.next();
    expect(answer).toMatchObject({ success: false, code: 'ERR_TOOL_TIMEOUT', data: { outcome: 'unknown' } });
    expect(Date.now() - startedAt).toBeLessThan(6000);
    expect(await host.next('cancel')).toMatchObject({ id });
    host.send({ type: 'tool_response', id, result: 'late' });
    expect(await client.ask({ command: 'ping' })).toHaveProperty('timestamp');
  });
});

describe('the agent of a line client', () => {
  it('is the same on every connection that presents its secret, until goodbye', async () => {
    const host = await startHost();
    const agentOf = async (fields: Record<string, unknown>) => {
      const client = await lineClient(host.record().socket);
      client.send({ authToken: host.token(), command: 'getTabs', ...fields });
      const { id, agent } = await host.next('tool_request');
      host.send({ type: 'tool_response', id, result: {} });
      await client.next();
      if (fields.leave) await client.ask({ command: 'goodbye' });
      await client.end();
      return agent as { id: string; stay: string };
    };
    const first = await agentOf({ agentId });
    expect(await agentOf({ agentId, leave: true })).toEqual(first);
    expect(await agentOf({ agentId })).toMatchObject({ id: first.id, stay: expect.not.stringMatching(first.stay) });
    const [one, other] = [await agentOf({}), await agentOf({})];
    expect(one.stay).not.toBe(other.stay);
  });

  it('is not chosen by a later line, and a weak secret is none', async () => {
    const host = await startHost();
    const client = await host.lines({ agentId });
    client.send({ command: 'getTabs', agentId: `agent_${'0'.repeat(32)}_1` });
    expect(await host.next('tool_request')).toMatchObject({ agent: { id: agentId }, params: { agentId } });
    const weak = await lineClient(host.record().socket);
    expect(await weak.ask({ authToken: host.token(), command: 'ping', agentId: 'agent_1234_5' })).toMatchObject({
      success: false,
      code: 'ERR_INPUT_INVALID',
    });
  });
});

describe('a line client that breaks the rules', () => {
  it(verifies('with 10 MB and no newline is closed, and nobody else notices', 'S1-limit-socket-buffer'), async () => {
    const host = await startHost();
    const other = await host.lines();
    const client = await host.lines();
    const piece = Buffer.alloc(1_000_000, 'a');
    for (let n = 0; n < 11; n += 1) client.sendBytes(piece);
    expect(await client.next()).toMatchObject({ success: false, code: 'ERR_PROTOCOL_ERROR' });
    await client.closed;
    expect(await other.ask({ command: 'ping' })).toMatchObject({ success: true });
  });

  it('a line of almost 10 MB is read, and fails only because it does not fit the browser', async () => {
    const host = await startHost();
    const client = await host.lines();
    const answer = await client.ask({ command: 'type', text: 'a'.repeat(9_900_000) });
    expect(answer).toMatchObject({ success: false, code: 'ERR_FRAME_TOO_LARGE' });
  });
});
