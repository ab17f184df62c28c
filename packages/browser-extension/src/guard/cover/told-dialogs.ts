// Dialogs of pages as an agent hears of them: their words are page text, so they are told where the site may be read.
import { SallyportError } from '@sallyport/protocol';
import { siteOf } from '../../base/sites.ts';
import { type Dialog, type Dialogs, dialogOpen } from '../../in-page/dialogs.ts';
import type { Visit } from '../access/visit.ts';

export function toldDialogs(dialogs: Dialogs, visit: Visit): Dialogs {
  function tell<Told extends Dialog | undefined>(dialog: Told): Told | Dialog {
    if (dialog === undefined || dialog.url === undefined || visit.may(siteOf(dialog.url), 'read')) return dialog;
    return { ...dialog, message: '(withheld: you may not read this site)' };
  }

  return {
    openIn: (tabId) => tell(dialogs.openIn(tabId)),
    async unlessHeld(tabId, work) {
      try {
        return await dialogs.unlessHeld(tabId, work);
      } catch (error) {
        const open = tell(dialogs.openIn(tabId));
        const isHeld = error instanceof SallyportError && error.data?.dialog !== undefined;
        throw isHeld && open !== undefined ? dialogOpen(open) : error;
      }
    },
    async answer(tabId, answer) {
      const answered = await dialogs.answer(tabId, answer);
      return typeof answered === 'string' ? answered : tell(answered);
    },
  };
}
