// Tests of closing a draft while keys arrive.
import { expect, it } from 'vitest';
import { saveUntilCalm } from './save-until-calm.ts';

/** A draft with keys still to come: one arrives during each save, or in each pause. */
function typedInto(keys: number, when: 'save' | 'pause') {
  let isDirty = true;
  let saves = 0;
  const type = () => {
    if (keys === 0) return;
    keys -= 1;
    isDirty = true;
  };
  return {
    draft: {
      get isDirty() {
        return isDirty;
      },
      save: async () => {
        saves += 1;
        isDirty = false;
        if (when === 'save') type();
        return true;
      },
    },
    pause: async () => {
      if (when === 'pause') type();
    },
    saves: () => saves,
  };
}

it.each(['save', 'pause'] as const)(
  'a draft into which keys arrive during each %s is saved until none comes',
  async (when) => {
    const { draft, pause, saves } = typedInto(5, when);
    await saveUntilCalm(draft, pause);
    expect([draft.isDirty, saves()]).toEqual([false, 6]);
  },
);

it('a draft without unsaved text is not saved, and one that is typed into for ever is given up', async () => {
  const clean = { isDirty: false, save: () => Promise.reject(new Error('saved')) };
  await saveUntilCalm(clean, async () => {});
  const { draft, pause, saves } = typedInto(Number.POSITIVE_INFINITY, 'save');
  await saveUntilCalm(draft, pause);
  expect([draft.isDirty, saves()]).toEqual([true, 40]);
});
