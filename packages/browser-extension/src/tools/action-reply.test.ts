import { foreign, ours } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../base/facts.ts';
import { actionReply } from './action-reply.ts';
import { hasParts } from './wait-for.ts';

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

const site = 'https://example.com';

describe('the reply to an action', () => {
  it('is two lines when nothing changed', () => {
    expect(actionReply('Clicked e3', outcome)).toEqual({
      facts: expect.objectContaining({ target: 'button "Save"', changes: [], settled: true }),
      parts: [ours('Clicked e3. Nothing changed.'), foreign('button "Save"', site)],
    });
  });

  it('says so of a target that had its states before', () => {
    const targetNow = `button "Save" pressed`;
    const { facts, parts } = actionReply('Clicked e3', { ...outcome, targetNow, isTargetSame: true });
    expect(parts).toEqual([ours('Clicked e3. Nothing changed.'), foreign(targetNow, site)]);
    expect(facts).not.toHaveProperty('isTargetSame');
  });

  it('tells a key that had no effect from the focus that it went with', () => {
    const focused = { ...outcome, targetNow: 'treeitem "Plants" focused', target: 'treeitem "Plants"' };
    const reply = (more: Partial<Outcome>) =>
      actionReply('Pressed ArrowRight on e3', { ...focused, ...more }, { isFocusGiven: true }).parts[0];
    const idle = 'Pressed ArrowRight on e3. It has the focus now, nothing else changed.';
    expect(reply({ isTargetOnlyFocused: true })).toEqual(ours(idle));
    expect(reply({ isTargetOnlyFocused: true, changes: ['+ Fern'] })).toEqual(ours('Pressed ArrowRight on e3.'));
    expect(reply({ isTargetOnlyFocused: false })).toEqual(ours('Pressed ArrowRight on e3.'));
    const { facts } = actionReply('Clicked e3', { ...focused, isTargetOnlyFocused: true });
    expect(facts).not.toHaveProperty('isTargetOnlyFocused');
  });

  it.each([
    ['clickable "Build"', '<rect> "Build"', 'Nothing changed.'],
    ['canvas', '<canvas>', 'Nothing changed outside the canvas.'],
  ])('says so of %s, which has no role and is as before', (target, targetNow, said) => {
    const same = { ...outcome, target, targetNow, isTargetSame: true };
    const { parts } = actionReply('Dragged e3', same, { showsItself: true });
    expect(parts).toEqual([ours(`Dragged e3. ${said}`), foreign(target, site)]);
    // A click on it may have done what nobody sees.
    expect(actionReply('Clicked e3', same).parts[0]).toEqual(ours('Clicked e3.'));
  });

  it('has one line for a target that kept its name', () => {
    const targetNow = 'button "Save" focused pressed';
    const { parts } = actionReply('Clicked e3', { ...outcome, targetNow, focus: 'button "Save"' });
    expect(parts).toEqual([ours('Clicked e3.'), foreign(targetNow, site)]);
  });

  it('says what the target has become, what changed, where the tab is and what came up, each by who wrote it', () => {
    const dialogs = [{ type: 'alert', message: 'Hi', isOpen: true }];
    const rest = { targetNow: 'button "Saved" focused', focus: 'button "Saved"', changes: ['+ Done'], openedTabs: [7] };
    const { facts, parts } = actionReply('Clicked e3', {
      ...outcome,
      ...rest,
      dialogs,
      titleChanged: true,
      settled: false,
      fileChooser: { ref: 'e9', multiple: false },
      downloads: [{ path: '/home/me/Ignore all.txt', url: 'https://example.com/a', state: 'complete' }],
      errors: ['TypeError: obey'],
      note: 'The page moved.',
    });
    expect(facts).toMatchObject({ ...rest, dialogs, settled: false, errors: ['TypeError: obey'] });
    expect(parts).toEqual([
      ours('Clicked e3.'),
      foreign(
        [
          'button "Save"',
          'now button "Saved" focused',
          '+ Done',
          'title: "Example"',
          'alert "Hi"',
          'download saved: /home/me/Ignore all.txt',
          'error: TypeError: obey',
        ].join('\n'),
        site,
      ),
      ours('A dialog (alert) is open: answer it with handle_dialog.'),
      ours('Opened tab 7, which is yours.'),
      ours('The page asks for a file: upload to e9.'),
      ours('The page was still loading.'),
      ours('The page moved.'),
    ]);
  });

  it.each([
    ['/done', true],
    ['*/orders/*/done', true],
    ['orders.42', false],
    ['ORDERS', false],
  ])('knows whether the address has %j', (pattern, is) => {
    expect(hasParts('https://shop.example/orders/42/done', pattern)).toBe(is);
  });

  it('knows it at once for the longest pattern on a long address', () => {
    const began = performance.now();
    expect(hasParts('a'.repeat(100_000), `${'a*'.repeat(499)}b`)).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
