import { toWireError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { type Dialog, dialogOpen } from '../../in-page/dialogs.ts';
import { toldDialogs } from './told-dialogs.ts';

const open = 'https://open.example';

function setUp(dialog: Dialog) {
  const dialogs = {
    openIn: () => dialog,
    unlessHeld: () => Promise.reject(dialogOpen(dialog)),
    answer: async () => dialog,
  };
  const may = (site: string) => site === open;
  return toldDialogs(dialogs, { isAllOpen: false, may, need: async () => {}, needTab: async () => {} });
}

describe('a dialog of a page', () => {
  it('is told where the site is open', async () => {
    const dialog = { type: 'alert', message: 'Hello', url: `${open}/page` };
    const told = setUp(dialog);
    expect([told.openIn(1), await told.answer(1, { accept: true })]).toEqual([dialog, dialog]);
    await expect(told.unlessHeld(1, Promise.resolve())).rejects.toMatchObject({
      foreign: [{ text: 'Hello', origin: open }],
    });
  });

  it('is known to be there, but not told, where it is closed', async () => {
    const told = setUp({ type: 'alert', message: 'Secret', url: 'https://closed.example/' });
    expect(told.openIn(1)).toMatchObject({ type: 'alert', message: expect.stringContaining('withheld') });
    const held = await told.unlessHeld(1, Promise.resolve()).catch((error: unknown) => error);
    expect(held).toMatchObject({ message: expect.stringContaining('DIALOG_OPEN') });
    expect(JSON.stringify(toWireError(held))).not.toContain('Secret');
    expect(await told.answer(1, { accept: true })).not.toMatchObject({ message: 'Secret' });
  });
});
