import type { CallOutcome } from '@sallyport/mcp-door';
import { type CallOptions, isRelayed, type JsonObject } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { ParkedCalls } from './parked-calls.ts';

const tool = { serverId: 'old', toolName: 'ask' };
const provenance = { ...tool, callId: 'c', startedAt: '', durationMs: 0 };

function open() {
  let ids = 0;
  return new ParkedCalls({ createId: () => `id-${++ids}`, now: () => 0 });
}

function round(
  answers: JsonObject = {},
  capabilities: JsonObject = { elicitation: {} },
  signal?: AbortSignal,
): CallOptions {
  return { signal: signal ?? new AbortController().signal, client: { capabilities, round: answers } };
}

/** A server that asks for a name and greets. */
const greet = async ({ ask, signal }: CallOptions): Promise<CallOutcome> => {
  const answer = await ask?.('elicitation/create', { message: 'Name?' }, signal).catch((error: unknown) => ({ error }));
  return { ok: true, result: { relayed: { content: [], said: answer } }, provenance };
};

function resultOf(end: CallOutcome): JsonObject {
  if (!end.ok) return { error: end.error.message };
  return isRelayed(end.result) ? end.result.relayed : {};
}

it('a question comes as a result, and the answer goes to the call that still runs', async () => {
  const parked = open();
  const first = resultOf(await parked.run(tool, round(), greet));
  expect(first).toMatchObject({ resultType: 'input_required', requestState: expect.stringMatching(/^parked\./) });
  const [key = ''] = Object.keys(Object(first.inputRequests));
  expect(Object(first.inputRequests)[key]).toEqual({ method: 'elicitation/create', params: { message: 'Name?' } });
  const never = () => Promise.reject(new Error('It must not start again.'));
  const wrong = round({ requestState: first.requestState, inputResponses: { other: {} } });
  expect(resultOf(await parked.run(tool, wrong, never))).toEqual(first);
  const right = round({ requestState: first.requestState, inputResponses: { [key]: { action: 'accept' } } });
  expect(resultOf(await parked.run(tool, right, never))).toMatchObject({ said: { action: 'accept' } });
  expect(resultOf(await parked.run(tool, right, never))).toMatchObject({ error: expect.stringContaining('has ended') });
});

it('what the client cannot be asked for is refused to the server at once', async () => {
  const end = await open().run(tool, round({}, {}), greet);
  expect(resultOf(end)).toMatchObject({ said: { error: { code: 'ERR_TOOL_FAILED' } } });
});

it('a client that leaves before the answer withdraws the call', async () => {
  const leaving = new AbortController();
  const hang = ({ signal }: CallOptions) =>
    new Promise<CallOutcome>((resolve) => {
      signal.addEventListener('abort', () =>
        resolve({ ok: true, result: { relayed: { why: signal.reason } }, provenance }),
      );
    });
  const ended = open().run(tool, round({}, {}, leaving.signal), hang);
  leaving.abort('gone');
  expect(resultOf(await ended)).toEqual({ why: 'gone' });
});

it('a call of the old revision passes as it is', async () => {
  const options = { signal: new AbortController().signal };
  const seen: CallOptions[] = [];
  await open().run(tool, options, async (given) => {
    seen.push(given);
    return { ok: true, result: { relayed: {} }, provenance };
  });
  expect(seen).toEqual([options]);
});
