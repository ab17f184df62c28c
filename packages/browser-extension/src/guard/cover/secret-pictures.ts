// No picture is taken of a tab in which a document holds a secret that was typed by name.
import type { PageCaller } from '../../pages/page-caller.ts';
import { refused } from '../secrets/secret-sites.ts';
import type { SecretTabs } from '../secrets/secret-tabs.ts';

/** Throws where one holds it, took it since it was loaded, or cannot be asked. */
export function noSecretIn(
  tabs: Pick<SecretTabs, 'frames'>,
  pages: Pick<PageCaller, 'call'>,
): (tabId: number) => Promise<void> {
  return async (tabId) => {
    for (const place of await tabs.frames(tabId)) {
      if (await pages.call(place, 'holdsSecret', null)) throw held();
    }
  };
}

function held() {
  return refused(
    'A secret was typed into a page in this tab, so no picture of it is taken.',
    'Navigate to another page of the site, or reload it; a snapshot works here too.',
  );
}

export function leftMeanwhile() {
  return refused(
    'Pages came and went in this tab while the picture was taken, and one of them may have held a secret.',
    'Try again when the page has loaded.',
  );
}
