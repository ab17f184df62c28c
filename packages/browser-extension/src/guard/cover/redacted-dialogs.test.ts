import { toWireError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { type Dialog, dialogOpen } from '../../in-page/dialogs.ts';
import { redactedDialogs } from './redacted-dialogs.ts';

const open = 'https://open.example';

function setUp(dialog: Dialog, hasMarks = false) {
  const all = {
    openIn: () => dialog,
    unlessDialogOpens: () => Promise.reject(dialogOpen(dialog)),
    answer: async () => dialog,
  };
  const allows = (site: string) => site === open;
  const access = { isUnrestricted: false, allows, require: async () => {}, requireTab: async () => {} };
  return redactedDialogs(all, access, { hasMarks, isMarked: (site) => hasMarks && site === open });
}

describe('a dialog of a page', () => {
  it('is whole where the agent may read the site', async () => {
    const dialog = { type: 'alert', message: 'Hello', url: `${open}/page` };
    const dialogs = setUp(dialog);
    expect([dialogs.openIn(1), await dialogs.answer(1, { accept: true })]).toEqual([dialog, dialog]);
    await expect(dialogs.unlessDialogOpens(1, Promise.resolve())).rejects.toMatchObject({
      foreign: [{ text: 'Hello', origin: open }],
    });
  });

  it('is reported without its message where it may not', async () => {
    const dialogs = setUp({ type: 'alert', message: 'Secret', url: 'https://closed.example/' });
    expect(dialogs.openIn(1)).toMatchObject({ type: 'alert', message: expect.stringContaining('withheld') });
    const held = await dialogs.unlessDialogOpens(1, Promise.resolve()).catch((error: unknown) => error);
    expect(held).toMatchObject({ message: expect.stringContaining('DIALOG_OPEN') });
    expect(JSON.stringify(toWireError(held))).not.toContain('Secret');
    expect(await dialogs.answer(1, { accept: true })).not.toMatchObject({ message: 'Secret' });
  });
});
