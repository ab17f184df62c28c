import { type Part, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../base/facts.ts';
import type { Banner } from '../base/page-calls.ts';
import type { ToolContext } from './context.ts';
import { rejectCookies } from './reject-cookies.ts';

const tab = { tabId: 7, url: 'https://shop.example/', title: 'Shop' };
const outcome: Outcome = {
  ...{ ...tab, target: 'button "Reject all"', targetNow: 'button "Reject all"', isTargetSame: true, changes: [] },
  ...{ navigated: false, urlChanged: false, titleChanged: false, openedTabs: [], settled: true, trusted: true },
  ...{ pageVisible: true, dialogs: [], downloads: [], errors: [] },
};
const banner: Banner = { step: 'reject', ref: 'e5', offers: [] };

/** The reply where the page shows this after the click. */
async function replyTo(after: () => Banner | undefined) {
  let clicks = 0;
  const context = {
    readAll: async () => ({ parts: [clicks === 0 ? banner : after()], withheld: [] }),
    act: async () => {
      clicks += 1;
      return outcome;
    },
    until: async (_: number, isTrue: () => Promise<boolean>) => isTrue(),
  };
  // Only what it uses.
  const { facts, parts } = await rejectCookies(tab, {}, context as unknown as ToolContext);
  return {
    facts,
    ours: parts.filter(({ kind }) => kind === 'ours').map((part: Part) => ('text' in part ? part.text : '')),
  };
}

describe('rejecting cookies', () => {
  it('is not said to be done while the banner stays', async () => {
    const stays = await replyTo(() => banner);
    expect(stays.facts).toMatchObject({ banner: 'reject', isGone: false });
    expect(stays.ours).toEqual([
      'Clicked e5, which rejects the cookies. Nothing changed.',
      'A cookie banner is still shown: take a snapshot.',
    ]);
    expect((await replyTo(() => undefined)).ours).toEqual([
      'Clicked e5, which rejects the cookies.',
      'The banner is gone.',
    ]);
  });

  it('has clicked, also where the page cannot be read afterwards', async () => {
    const { facts, ours } = await replyTo(() => {
      throw new SallyportError('ERR_TOOL_FAILED', 'The page of this tab cannot be reached.');
    });
    expect(facts).toMatchObject({ banner: 'reject' });
    expect(facts).not.toHaveProperty('isGone');
    expect(ours.at(-1)).toBe('The page could not be read afterwards: take a snapshot.');
  });
});
