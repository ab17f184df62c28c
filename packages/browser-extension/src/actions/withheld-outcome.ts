// What is told of an action on a site that took a secret.
import type { Outcome } from '../base/facts.ts';
import { siteOnly } from '../base/sites.ts';

/** Before a text is cut nobody can search what came and went on the page, so nothing of it is told. */
export function withheld(outcome: Outcome): Outcome {
  const { tabId, url, title, target, navigated, urlChanged, titleChanged, openedTabs, settled, trusted, pageVisible } =
    outcome;
  return {
    ...{ tabId, url, title, target, navigated, urlChanged, titleChanged, openedTabs, settled, trusted, pageVisible },
    ...(outcome.tabClosed === true ? { tabClosed: true } : {}),
    changes: [],
    downloads: outcome.downloads.map((download) => ({ path: '', url: siteOnly(download.url), state: download.state })),
    errors: [],
    dialogs: outcome.dialogs.map((dialog) => ({ ...dialog, message: '' })),
    fileChooser: outcome.fileChooser,
    note: WITHHELD,
    isWithheld: true,
  };
}

const WITHHELD = 'What changed is not told on a site that took a secret. Take a snapshot.';
