import { describe, expect, it } from 'vitest';
import type { RequestFacts } from '../base/facts.ts';
import type { ToolContext } from './context.ts';
import { networkRequestsTool } from './network-requests.ts';

const request: RequestFacts = {
  ...{ ref: 'r1', method: 'GET', url: 'https://shop.example/a', type: 'script', startedAtMs: 0, durationMs: 1 },
  ...{ requestHeaders: [], responseHeaders: [] },
};

describe('a HAR file of a tab', () => {
  it('counts no body that it has no room for', async () => {
    const context = {
      tabs: { reach: async () => ({ tabId: 7, url: 'https://shop.example/', title: '' }) },
      keepResponses: async () => {},
      requests: () => Array.from({ length: 70 }, () => request),
      response: async (_: number, __: RequestFacts, maxChars: number) => ({ text: 'x'.repeat(maxChars) }),
    };
    // Only what the tool uses.
    const { facts } = await networkRequestsTool.call({ har: true }, context as unknown as ToolContext);
    expect(facts).toMatchObject({ requests: 70, bodies: 63 });
  });
});
