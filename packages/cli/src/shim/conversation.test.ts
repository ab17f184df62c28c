import { limits, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { failedWith } from '../../../../tests/support/error-facts.ts';
import { Conversation } from './conversation.ts';
import { parseLine, renderLine } from './line-splitter.ts';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'new client', version: '1' },
};
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', clientInfo: { name: 'old client', version: '1' } },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const toolCall = (id: number | string, _meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'browser__act', _meta },
});
const listen = (id: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'subscriptions/listen',
  params: { _meta: envelope, notifications: { toolsListChanged: true } },
});

function open() {
  const conversation = new Conversation();
  return {
    conversation,
    say: (message: object, isSent = true) => conversation.fromAgent(message, renderLine(message), isSent),
    hear: (message: object) => conversation.fromGateway(message),
    lost: () => conversation.lost().map(parseLine),
    opening: () => conversation.opening().map(parseLine),
  };
}

it('knows what its agent calls itself, in both eras', () => {
  const [old, recent] = [open(), open()];
  old.say(initialize);
  recent.say(toolCall(1, envelope));
  expect([old.conversation.client, recent.conversation.client]).toEqual(['old client', 'new client']);
});

describe('when the gateway is lost', () => {
  it('a call it had is answered, its outcome unknown, and never sent again', () => {
    const { say, lost, opening } = open();
    say(toolCall(1));
    say(toolCall('two', envelope));
    const unknown = {
      isError: true,
      ...failedWith({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } }),
    };
    expect(lost()).toMatchObject([
      { jsonrpc: '2.0', id: 1, result: unknown },
      { jsonrpc: '2.0', id: 'two', result: { resultType: 'complete', ...unknown } },
    ]);
    expect(opening()).toEqual([]);
    expect(lost()).toEqual([]);
  });

  it('a call it never got is sent to the next', () => {
    const { say, lost, opening } = open();
    say(toolCall(1), false);
    expect(lost()).toEqual([]);
    expect(opening()).toEqual([toolCall(1)]);
    // Now a gateway has it.
    expect(lost()).toMatchObject([{ id: 1 }]);
  });

  it('a question that changes nothing is asked again', () => {
    const { say, lost, opening } = open();
    const list = { jsonrpc: '2.0', id: 5, method: 'tools/list' };
    say(list);
    expect(lost()).toEqual([]);
    expect(opening()).toEqual([list]);
  });

  it('a call that was answered or withdrawn before is forgotten', () => {
    const { say, hear, lost } = open();
    say(toolCall(1));
    say(toolCall(2));
    expect(hear({ jsonrpc: '2.0', id: 1, result: {} })).toBe(true);
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    expect(lost()).toEqual([]);
  });
});

describe('the next gateway', () => {
  it('hears the handshake of long ago under another id, and its answer is kept from the agent', () => {
    const { say, hear, lost, opening } = open();
    say(initialize);
    expect(hear({ jsonrpc: '2.0', id: 0, result: {} })).toBe(true);
    say(initialized);
    lost();
    const [replay, second] = opening();
    expect(replay).toMatchObject({ method: 'initialize', params: initialize.params });
    expect(replay).not.toMatchObject({ id: 0 });
    expect(second).toEqual(initialized);
    const { id } = Object(replay);
    expect(hear({ jsonrpc: '2.0', id, result: {} })).toBe(false);
  });

  it('hears an initialize that was not answered yet as it was, once', () => {
    const { say, lost, opening } = open();
    say(initialize);
    lost();
    expect(opening()).toEqual([initialize]);
  });

  it('takes listens over, without a second acknowledgement or an end for the agent', () => {
    const { conversation, say, hear, lost, opening } = open();
    const acknowledged = {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: {}, _meta: { 'io.modelcontextprotocol/subscriptionId': 'l1' } },
    };
    say(listen('l1'));
    expect(conversation.isWaiting).toBe(false);
    expect(hear(acknowledged)).toBe(true);
    expect(hear({ jsonrpc: '2.0', id: 'l1', result: { resultType: 'complete' } })).toBe(false);
    expect(lost()).toEqual([]);
    expect(opening()).toEqual([listen('l1')]);
    expect(hear(acknowledged)).toBe(false);
  });
});

describe('a subscription', () => {
  const acknowledgement = (id: string) => ({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: {}, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
  });

  it('is forgotten when the agent ends it, so that its id may be used again', () => {
    const { say, hear } = open();
    say(listen('l1'));
    expect(hear(acknowledgement('l1'))).toBe(true);
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'l1' } });
    say(listen('l1'));
    expect(hear(acknowledgement('l1'))).toBe(true);
  });
});

describe('while there is no gateway', () => {
  const refusalOf = (conversation: Conversation, message: object, line = renderLine(message)) =>
    conversation.refusalOf(message, line);

  it('as many requests wait as a gateway would take, and one more is answered', () => {
    const { conversation, say } = open();
    for (let id = 1; id < limits.door.openRequests; id += 1) say(toolCall(id), false);
    expect(refusalOf(conversation, toolCall('last'))).toBeUndefined();
    say(toolCall('last'), false);
    const refusal = parseLine(refusalOf(conversation, toolCall('more')) ?? Buffer.alloc(0));
    const facts = failedWith({ code: 'ERR_RATE_LIMITED', data: { outcome: 'not_run' } });
    expect(refusal).toMatchObject({ id: 'more', result: facts });
    expect(refusalOf(conversation, initialized)).toBeUndefined();
  });

  it('no more bytes wait than may wait for an agent', () => {
    const { conversation } = open();
    const { agentQueueMaxBytes } = limits.gateway;
    const half = Buffer.alloc(agentQueueMaxBytes / 2);
    conversation.fromAgent(toolCall(1), half, false);
    expect(refusalOf(conversation, toolCall(2), half)).toBeUndefined();
    conversation.fromAgent(toolCall(2), half, false);
    expect(refusalOf(conversation, toolCall(3))).toBeDefined();
  });
});

describe('a gateway that says goodbye', () => {
  it('has left only the calls that it took; the others go to the next one', () => {
    const { conversation, say, lost, opening } = open();
    say(toolCall(1));
    say(toolCall(2));
    conversation.goodbye([1]);
    expect(lost()).toMatchObject([{ id: 1, result: { isError: true } }]);
    expect(opening()).toEqual([toolCall(2)]);
  });

  it('of an older version leaves all of them', () => {
    const { conversation, say, lost } = open();
    say(toolCall(1));
    conversation.goodbye(undefined);
    expect(lost()).toHaveLength(1);
  });
});

it('with no gateway to be had everything open is answered with the reason', () => {
  const { conversation, say } = open();
  say(initialize, false);
  say(toolCall(1), false);
  const error = new SallyportError('ERR_SERVER_UNAVAILABLE', 'It does not start.', { hint: 'Do this.' });
  expect(conversation.refuse(error).map(parseLine)).toMatchObject([
    { id: 0, error: { code: -32603, message: 'It does not start.', data: { hint: 'Do this.' } } },
    { id: 1, result: { isError: true, ...failedWith({ code: 'ERR_SERVER_UNAVAILABLE' }) } },
  ]);
  expect(conversation.isWaiting).toBe(false);
});

it.each([undefined, null, 'text', 3, {}, { type: 'goodbye' }, { type: 'error' }])(
  '%j of a gateway is not for the agent',
  (message) => {
    expect(new Conversation().fromGateway(message)).toBe(false);
  },
);
