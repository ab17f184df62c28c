// The HTTP door and the official client, in both eras.
import { request } from 'node:http';
import { metaKeys } from '@sallyport/mcp-door';
import { SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { connectClient, doorToken, openDoorWorld } from '../../support/http-door.ts';
import { verifies } from '../../support/verifies.ts';

const provenance = { serverId: 's', toolName: 't', callId: 'c', startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1 };
const text = (said: string) => ({
  ok: true as const,
  result: { relayed: { content: [{ type: 'text', text: said }] } },
  provenance,
});

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  it(verifies('connects, lists and calls', 'S2-streamable-http', 'S2-server-info'), async () => {
    const world = await openDoorWorld();
    const { client } = await connectClient(world.url, era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    const called = client.callTool({ name: 'echo', arguments: { text: 'hi' } });
    const call = await eventually('the call', () => world.calls[0]);
    expect(call).toMatchObject({ name: 'echo', args: { text: 'hi' } });
    call.end(text('hi'));
    expect((await called).content).toEqual([{ type: 'text', text: 'hi' }]);
    expect(client.getServerVersion()).toMatchObject({ name: 'test-door' });
    expect(world.admitted[0]).toMatchObject({ path: '/mcp', client: 'tester', who: { id: doorToken } });
    const { sessionId, meta } = world.admitted[0] ?? {};
    expect({ hasSession: sessionId !== undefined, stated: meta?.[metaKeys.protocolVersion] }).toEqual(
      era === 'legacy' ? { hasSession: true } : { hasSession: false, stated: '2026-07-28' },
    );
    expect(world.faults).toEqual([]);
  });

  it('hears of progress while it waits, and then the result', async () => {
    const world = await openDoorWorld();
    const { client } = await connectClient(world.url, era);
    const heard: unknown[] = [];
    const called = client.callTool({ name: 'echo' }, { onprogress: (progress) => heard.push(progress) });
    const call = await eventually('the call', () => world.calls[0]);
    call.options.onProgress?.({ progress: 1, total: 2, message: 'half' });
    await eventually('the progress', () => heard.length === 1);
    call.end(text('done'));
    expect((await called).content).toEqual([{ type: 'text', text: 'done' }]);
    expect(heard).toEqual([{ progress: 1, total: 2, message: 'half' }]);
  });

  it('withdraws a call', async () => {
    const world = await openDoorWorld();
    const { client } = await connectClient(world.url, era);
    const withdrawal = new AbortController();
    const called = client.callTool({ name: 'echo' }, { signal: withdrawal.signal });
    const call = await eventually('the call', () => world.calls[0]);
    withdrawal.abort();
    await expect(called).rejects.toThrow();
    await eventually('the abort of the call', () => call.options.signal.aborted);
  });

  it('is served beside others', async () => {
    const world = await openDoorWorld();
    const { client: first } = await connectClient(world.url, era);
    const { client: second } = await connectClient(world.url, 'legacy');
    const called = [first.callTool({ name: 'echo' }), second.callTool({ name: 'echo' })];
    await eventually('both calls', () => world.calls.length === 2);
    world.calls[1]?.end(text('b'));
    world.calls[0]?.end(text('a'));
    const said = await Promise.all(called);
    expect(said.flatMap(({ content }) => content)).toEqual(
      expect.arrayContaining([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    );
  });

  it('is told when the tools change', async () => {
    const world = await openDoorWorld();
    const { client, heard } = await connectClient(world.url, era);
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    await eventually('the news', () => {
      world.changeTools();
      return heard.length > 0;
    });
  });
});

describe('the end of the door', () => {
  it(verifies('closes every session and frees the port', 'S2-dispose-sessions', 'S2-loopback-only'), async () => {
    const world = await openDoorWorld();
    const { client } = await connectClient(world.url, 'legacy');
    await connectClient(world.url, 'legacy');
    const called = client.callTool({ name: 'echo' });
    called.catch(() => {});
    const call = await eventually('the call', () => world.calls[0]);
    await world.door.close();
    await world.door.close();
    expect(call.options.signal.aborted).toBe(true);
    expect(world.left).toHaveLength(2);
    await expect(fetch(world.url)).rejects.toThrow();
    const next = await openDoorWorld({ port: world.door.port });
    expect(next.door.port).toBe(world.door.port);
  });

  it.each(['legacy', 'modern'] as const)('answers the calls of a client of the %s era before it', async (era) => {
    const world = await openDoorWorld();
    const { client } = await connectClient(world.url, era);
    let heard = 0;
    const onprogress = () => {
      heard += 1;
    };
    const called = client.callTool({ name: 'echo' }, { onprogress });
    const stuck = client.callTool({ name: 'echo' }, { onprogress });
    const refused = expect(stuck).rejects.toThrow('It goes.');
    const call = await eventually('both calls', () => world.calls[1] && world.calls[0]);
    // They have their streams open, whose end alone leaves a client waiting.
    for (const { options } of world.calls) options.onProgress?.({ progress: 1 });
    await eventually('both streams', () => heard === 2);
    const leaving = new SallyportError('ERR_SERVER_UNAVAILABLE', 'It goes.');
    call.options.signal.addEventListener('abort', () => call.end(text(String(call.options.signal.reason.message))));
    await world.door.close(leaving);
    expect((await called).content).toEqual([{ type: 'text', text: 'It goes.' }]);
    await refused;
  });

  it(verifies('falls back to another port when the wanted one is taken', 'S2-fail-port-in-use'), async () => {
    const first = await openDoorWorld();
    const second = await openDoorWorld({ port: first.door.port, mayChoosePort: true });
    expect(second.door.port).not.toBe(first.door.port);
    await expect(openDoorWorld({ port: first.door.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('is heard by whoever waits for nothing but news', async () => {
    const world = await openDoorWorld();
    const { transport } = await connectClient(world.url, 'legacy');
    const stream = await new Promise<number>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${doorToken}`,
        accept: 'text/event-stream',
        'mcp-session-id': transport.sessionId ?? '',
      };
      const asked = request(world.url, { headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        world.door.close().catch(reject);
      });
      asked.once('error', reject);
      asked.end();
    });
    expect(stream).toBe(200);
  });
});
