import { describe, expect, it } from 'vitest';
import type { Outcome } from '../base/facts.ts';
import type { ToolContext } from './context.ts';
import { fillFormTool, typeTool } from './type.ts';

const outcome: Outcome = {
  ...{ tabId: 7, url: 'https://shop.example/', title: '', target: 'textbox "User"', changes: [], navigated: false },
  ...{ urlChanged: false, titleChanged: false, openedTabs: [], settled: true, trusted: true, pageVisible: true },
  ...{ dialogs: [], downloads: [], errors: [] },
};

/** In a tab where the fields and the secret end so. */
function contextOf(filled: Partial<Outcome>, typed: Partial<Outcome>): ToolContext {
  const context = {
    tabs: { reach: async () => outcome },
    act: async () => ({ ...outcome, ...filled }),
    typeSecret: async () => ({ ...outcome, ...typed }),
  };
  // Only what the tool uses.
  return context as unknown as ToolContext;
}

describe('fill_form with a secret', () => {
  it('also says what became of the fields before it', async () => {
    const note = 'e1 does not hold what was given.';
    const context = contextOf({ unheld: ['e1'], note, openedTabs: [8] }, { note: 'Not told.', openedTabs: [9] });
    const fields = [
      { ref: 'e1', value: 'plum' },
      { ref: 'e2', secret: 'bank' },
    ];
    const { facts, parts } = await fillFormTool.call({ fields }, context);
    expect(facts).toMatchObject({ unheld: ['e1'], openedTabs: [8, 9] });
    expect(parts.map((part) => ('text' in part ? part.text : ''))).toEqual(
      expect.arrayContaining(['Filled e1, e2.', `${note} Not told.`]),
    );
  });
});

describe('type', () => {
  it('says what is wrong: nothing to type, or a secret that cannot be appended', async () => {
    const refused = (args: object) => typeTool.call({ ref: 'e1', ...args }, contextOf({}, {}));
    await expect(refused({})).rejects.toMatchObject({ hint: 'browser__secrets lists their names.' });
    await expect(refused({ secret: 'bank', append: true })).rejects.toThrow('a secret replaces what is in the field');
  });
});
