import { describe, expect, it } from 'vitest';
import { type DeveloperCall, type DeveloperToolsOptions, openDeveloperTools } from './developer-tools.ts';

const request = {
  ...{ ref: 'r1', method: 'GET', url: 'https://shop.example/a', type: 'xmlhttprequest', startedAtMs: 1, durationMs: 2 },
  ...{ requestHeaders: [], responseHeaders: [] },
};

/** Of a response with this body, what an agent gets. */
async function shown(body: string, maxChars: number) {
  const options = { responses: { read: async () => ({ text: body }) }, traffic: { logged: () => [] } };
  // Only what a response needs.
  const developer = openDeveloperTools(options as unknown as DeveloperToolsOptions);
  return developer.of({} as DeveloperCall).response(7, request, maxChars);
}

describe('the body of a response', () => {
  it('is as long as it is without its secrets, and says how much of that is left out', async () => {
    const long = JSON.stringify({ token: 'x'.repeat(100), rows: 3 });
    const whole = '{"token":"[redacted]","rows":3}';
    expect(await shown(long, 60)).toEqual({ text: whole, omittedChars: 0 });
    expect(await shown(long, 20)).toEqual({ text: whole.slice(0, 20), omittedChars: whole.length - 20 });
    const short = '{"pwd":"1","rows":3}';
    expect(await shown(short, short.length)).toEqual({ text: '{"pwd":"[redacted]",', omittedChars: 9 });
  });
});
