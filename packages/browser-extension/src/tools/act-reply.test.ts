import { describe, expect, it } from 'vitest';
import type { Outcome } from '../base/facts.ts';
import { linesOf } from './act-reply.ts';
import { addressPattern } from './wait-for.ts';

const outcome: Outcome = {
  tabId: 1,
  url: 'https://example.com/',
  title: 'Example',
  target: 'button "Save"',
  changes: [],
  navigated: false,
  urlChanged: false,
  titleChanged: false,
  openedTabs: [],
  settled: true,
  trusted: true,
  pageVisible: true,
  dialogs: [],
  downloads: [],
  errors: [],
};

describe('the reply to an act', () => {
  it('is two lines when nothing changed', () => {
    expect(linesOf('Clicked', outcome)).toEqual(['Clicked button "Save".', 'Nothing changed.']);
  });

  it('says what the target has become, what changed, where the tab is and what came up', () => {
    const dialogs = [{ type: 'alert', message: 'Hi', isOpen: true }];
    const rest = { targetNow: 'button "Saved" focused', focus: 'button "Saved"', changes: ['+ Done'], openedTabs: [7] };
    expect(linesOf('Clicked', { ...outcome, ...rest, dialogs, titleChanged: true, settled: false })).toEqual([
      'Clicked button "Save".',
      'now button "Saved" focused',
      '+ Done',
      'title: "Example"',
      'alert "Hi" is open: answer it with handle_dialog',
      'opened tab 7, which is yours',
      'The page was still at work.',
    ]);
  });

  it.each([
    ['/done', true],
    ['*/orders/*/done', true],
    ['orders.42', false],
    ['ORDERS', false],
  ])('knows whether the address has %j', (pattern, is) => {
    expect(addressPattern(pattern).test('https://shop.example/orders/42/done')).toBe(is);
  });
});
