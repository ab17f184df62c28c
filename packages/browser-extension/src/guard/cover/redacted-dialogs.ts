// Dialogs of pages without the messages of sites that the agent may not read: a message is page text.
import { SallyportError } from '@sallyport/protocol';
import { siteOf } from '../../base/sites.ts';
import { type Dialog, type Dialogs, dialogOpen } from '../../in-page/dialogs.ts';
import type { SiteAccess } from '../access/site-access.ts';
import type { SecretSites } from '../secrets/secret-sites.ts';

export function redactedDialogs(
  dialogs: Dialogs,
  access: SiteAccess,
  secretSites: Pick<SecretSites, 'isMarked' | 'hasMarks'>,
): Dialogs {
  function mayTell(url: string | undefined): boolean {
    // A page may say anything in a dialog, a secret that was typed there too.
    if (url === undefined) return !secretSites.hasMarks;
    return access.allows(siteOf(url), 'read') && !secretSites.isMarked(siteOf(url));
  }

  function redact<Open extends Dialog | undefined>(dialog: Open): Open | Dialog {
    if (dialog === undefined || mayTell(dialog.url)) return dialog;
    return { ...dialog, message: '(withheld: you may not read what this site says)' };
  }

  return {
    openIn: (tabId) => redact(dialogs.openIn(tabId)),
    async unlessDialogOpens(tabId, work) {
      try {
        return await dialogs.unlessDialogOpens(tabId, work);
      } catch (error) {
        const open = redact(dialogs.openIn(tabId));
        const isDialogError = error instanceof SallyportError && error.data?.dialog !== undefined;
        throw isDialogError && open !== undefined ? dialogOpen(open) : error;
      }
    },
    async answer(tabId, answer) {
      const answered = await dialogs.answer(tabId, answer);
      return typeof answered === 'string' ? answered : redact(answered);
    },
  };
}
