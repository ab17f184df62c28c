// JSON-RPC with a server that means harm: no message of it may throw where nobody catches.
import { limits } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { RpcPeer } from './rpc-peer.ts';
import type { RpcMessage } from './wire.ts';

const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));

it('answers whose ids are anything but ids are ignored, and the right one is taken', async () => {
  const sent: RpcMessage[] = [];
  const peer = new RpcPeer({ onNotification: () => {}, onRequest: async () => ({}), onClosed: () => {} });
  peer.attach({ send: async (message: RpcMessage) => void sent.push(message), close: async () => {} });
  const answer = peer.request('tools/call', {}, { signal: new AbortController().signal, onProgress: () => {} });
  for (const id of [{ toString: 1 }, { valueOf: null, toString: null }, [[{ toString: 1 }]], deep, null, true, 'x']) {
    peer.onMessage({ jsonrpc: '2.0', id, result: { wrong: true } });
    peer.onMessage({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 1 } });
  }
  peer.onMessage({ jsonrpc: '2.0', id: sent[0]?.id, result: { right: true } });
  await expect(answer).resolves.toEqual({ right: true });
});

it('as many requests as may wait are handed on, and one more is refused', async () => {
  const sent: RpcMessage[] = [];
  const asked: string[] = [];
  const onRequest = (method: string) => {
    asked.push(method);
    return new Promise<never>(() => {});
  };
  const peer = new RpcPeer({ onNotification: () => {}, onRequest, onClosed: () => {} });
  peer.attach({ send: async (message: RpcMessage) => void sent.push(message), close: async () => {} });
  for (let id = 0; id <= limits.server.openRequests; id += 1)
    peer.onMessage({ jsonrpc: '2.0', id, method: 'elicitation/create' });
  expect(asked).toHaveLength(limits.server.openRequests);
  expect(sent).toMatchObject([{ id: limits.server.openRequests, error: { code: -32603 } }]);
});
