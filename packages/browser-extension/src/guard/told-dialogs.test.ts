import { describe, expect, it } from 'vitest';
import { type Dialog, dialogOpen } from '../drivers/dialogs.ts';
import { toldDialogs } from './told-dialogs.ts';
import { denied } from './visit.ts';

const open = 'https://open.example';

function setUp(dialog: Dialog) {
  return toldDialogs({
    dialogs: {
      openIn: () => dialog,
      unlessHeld: () => Promise.reject(dialogOpen(dialog)),
      answer: async () => dialog,
    },
    visit: {
      isAllOpen: false,
      may: (site) => site === open,
      need: async (site, right) => {
        if (site !== open) throw denied(site, right);
      },
      needTab: async () => {},
    },
    addressOf: async () => dialog.url ?? '',
  });
}

describe('a dialog of a page', () => {
  it('is told and answered where the site is open', async () => {
    const dialog = { type: 'alert', message: 'Hello', url: `${open}/page` };
    const told = setUp(dialog);
    expect([told.openIn(1), await told.answer(1, { accept: true })]).toEqual([dialog, dialog]);
    await expect(told.unlessHeld(1, Promise.resolve())).rejects.toThrow('"Hello"');
  });

  it('is known to be there, but neither told nor answered, where it is closed', async () => {
    const told = setUp({ type: 'alert', message: 'Secret', url: 'https://closed.example/' });
    expect(told.openIn(1)).toMatchObject({ type: 'alert', message: expect.stringContaining('withheld') });
    await expect(told.unlessHeld(1, Promise.resolve())).rejects.not.toThrow('Secret');
    await expect(told.answer(1, { accept: true })).rejects.toThrow('SITE_DENIED');
  });
});
