// Who a caller of the editor is, as its door tells them apart.
import type { Offer } from '@sallyport/mcp-door';
import { expect, it, onTestFinished } from 'vitest';
import { connectClient, doorToken } from '../../../../tests/support/http-door.ts';
import { openEditorDoor } from './editor-door.ts';
import type { Caller } from './editor-offer.ts';

const offer: Offer = {
  about: { name: 'test', title: 'Test', instructions: '' },
  fence: (text) => text,
  listTools: async () => [],
  callTool: () => Promise.reject(new Error('Nothing is called here.')),
  onToolsChanged: () => () => {},
};

async function openDoor() {
  const callers: Caller[] = [];
  const door = await openEditorDoor({
    port: 0,
    token: doorToken,
    gatewayToken: () => 'g'.repeat(64),
    requiresToken: () => true,
    offerTo: (caller) => {
      callers.push(caller);
      return offer;
    },
    isAwaited: () => false,
    now: Date.now,
    onFault: (thrown) => expect.unreachable(String(thrown)),
    onSessions: () => {},
    onLost: () => {},
  });
  onTestFinished(() => door.close());
  return { url: new URL(`http://127.0.0.1:${door.port}/mcp`), callers };
}

it('an agent with a session is told apart by it; without one only its claim is known, and said to be one', async () => {
  const { url, callers } = await openDoor();
  for (const era of ['legacy', 'legacy', 'modern', 'modern'] as const) {
    const { client } = await connectClient(url, era);
    await client.listTools();
  }
  const byId = new Map(callers.map((caller) => [caller.id, caller]));
  const sessions = [...byId.values()].filter(({ isClaimed }) => isClaimed !== true);
  expect(sessions).toHaveLength(2);
  expect([...byId.values()].filter(({ isClaimed }) => isClaimed === true)).toEqual([
    { id: 'token:tester', name: 'tester', isDirect: true, isClaimed: true },
  ]);
});

it('agents of the gateway are known by what the gateway says', async () => {
  const { url, callers } = await openDoor();
  const { client } = await connectClient(url, 'modern', 'g'.repeat(64));
  await client.listTools();
  expect(callers.every(({ isClaimed, isDirect }) => isClaimed === undefined && !isDirect)).toBe(true);
});
