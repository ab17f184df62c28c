import { describe, expect, it } from 'vitest';
import type { Place } from '../base/facts.ts';
import type { Located } from '../base/page-calls.ts';
import { locate } from './locate.ts';
import type { PageCaller } from './page-caller.ts';

const tab = { tabId: 1, url: 'https://open.example/a' };
const args = { text: 'Pay', wants: 'any' } as const;
const found = (rank: number, ...refs: string[]): Located => ({
  rank,
  total: refs.length,
  hits: refs.map((ref) => ({ ref, line: `button "Pay" ${ref}` })),
});

/** Results by frame; a frame without one is closed to the agent. */
function locateIn(results: Readonly<Record<number, Located>>, mayActOnTop = true): Promise<string> {
  const pages = {
    admit: async () => {
      if (!mayActOnTop) throw new Error('denied');
      return undefined;
    },
    call: async ({ frameId }: Place) => {
      const result = results[frameId];
      if (result === undefined) throw new Error('denied');
      return result;
    },
  };
  const framesOf = async () => [0, 5, 6].map((frameId) => ({ tabId: 1, frameId, parentFrameId: 0, index: 0 }));
  // What it uses of the page caller.
  return locate({ pages: pages as unknown as PageCaller, documents: { framesOf } }, tab, args);
}

describe('a visible text', () => {
  it('is looked up in every document that the agent may act on, and the best match wins', async () => {
    expect(await locateIn({ 0: found(2, 'e1', 'e2'), 6: found(0, 'e7') })).toBe('e7');
    expect(await locateIn({ 0: found(0, 'e1'), 5: found(Number.POSITIVE_INFINITY), 6: found(1, 'e7') })).toBe('e1');
  });

  it('is not looked up where the agent may not act on the page', async () => {
    await expect(locateIn({ 0: found(0, 'e1') }, false)).rejects.toThrow('denied');
  });

  it('that several elements have names them, and touches none', async () => {
    await expect(locateIn({ 0: found(0, 'e1'), 6: found(0, 'e7') })).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: '2 elements on the page have this text.',
      foreign: [{ text: 'button "Pay" e1\nbutton "Pay" e7', origin: 'https://open.example' }],
    });
  });

  it('that nothing has says so', async () => {
    await expect(locateIn({ 0: found(Number.POSITIVE_INFINITY) })).rejects.toMatchObject({
      message: 'Nothing shown on the page has the text "Pay".',
      hint: expect.stringContaining('snapshot'),
    });
  });
});
