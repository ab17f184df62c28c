import type { App } from '@sallyport/protocol';
import { describe, expect, it, vi } from 'vitest';
import { ParkedCalls } from '../path/parked-calls.ts';
import { createStateSeal } from '../path/request-state.ts';
import { newAppEntry, registeredTools } from '../rooms/registry/app-entry.ts';
import { createOffer, type OfferPorts } from './offers.ts';

const by = { role: 'agent', session: 'a'.repeat(32) } as const;
const options = { signal: new AbortController().signal };

function appNamed(id: string): App {
  return {
    id,
    listTools: async () => [],
    callTool: async () => ({ relayed: { content: [] } }),
    onToolsChanged: () => () => {},
    close: async () => {},
  };
}

function portsWith(...appIds: readonly string[]) {
  const callFor = vi.fn<OfferPorts['callFor']>(async ({ name }) => ({
    ok: true,
    result: { relayed: { content: [] } },
    provenance: { serverId: name, toolName: name, callId: 'c', startedAt: '', durationMs: 0 },
  }));
  const declared = [{ name: 'act', inputSchema: { type: 'object' } }];
  const ports: OfferPorts = {
    toolsFor: async () => appIds.flatMap((id) => registeredTools(newAppEntry(appNamed(id), id), declared)),
    callFor,
    onToolsChanged: () => () => {},
    parked: new ParkedCalls({ createId: () => 'id', now: () => 0 }),
    shorten: (result) => result,
    fence: (text) => text,
    appOf: () => undefined,
    appsFor: () => [],
    readFor: async () => ({}),
    seal: createStateSeal(new Uint8Array(32)),
    onAppNotice: () => () => {},
  };
  return { ports, callFor };
}

describe('an offer to callers without a token', () => {
  const reserved = ['browser', 'editor', 'page', 'sallyport'];

  it("lists the user's servers alone", async () => {
    const { ports } = portsWith(...reserved, 'notes');
    const tools = await createOffer(ports, by, { isServersOnly: true }).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['notes__act']);
  });

  it.each(reserved)('runs no tool of %s, in neither spelling', async (appId) => {
    const { ports, callFor } = portsWith(appId);
    const offer = createOffer(ports, by, { isServersOnly: true });
    for (const name of [`${appId}__act`, `${appId}/act`]) {
      expect(await offer.callTool(name, {}, options)).toMatchObject({
        ok: false,
        error: { code: 'ERR_PERMISSION_DENIED' },
      });
    }
    expect(callFor).not.toHaveBeenCalled();
  });

  it("runs a tool of the user's servers", async () => {
    const { ports, callFor } = portsWith('notes');
    expect(await createOffer(ports, by, { isServersOnly: true }).callTool('notes__act', {}, options)).toMatchObject({
      ok: true,
    });
    expect(callFor).toHaveBeenCalledOnce();
  });
});
