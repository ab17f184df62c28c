// Reads the tab that the user is looking at, for a page that was allowed to.
import { SallyportError } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';
import { siteOf } from '../base/sites.ts';
import type { SecretTabs } from '../guard/secrets/secret-tabs.ts';
import { askPage, type PageSideOptions } from '../pages/page-side.ts';

const TEXT_MAX_CHARS = 100_000;

export interface TabText {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly isTruncated: boolean;
}

export interface ActiveTabOptions extends PageSideOptions {
  readonly secretsIn: Pick<SecretTabs, 'requireUntouched'>;
}

export async function readActiveTab(options: ActiveTabOptions, signal: AbortSignal): Promise<TabText> {
  const tab = await frontTab(options.api);
  signal.throwIfAborted();
  const { id: tabId, url = '', title = '' } = tab ?? {};
  if (tabId === undefined || tab?.incognito === true || !/^https?:/.test(url)) throw unreadable();
  await options.secretsIn.requireUntouched(tabId, 'The text of the page');
  const args = { maxChars: TEXT_MAX_CHARS };
  // Of this address alone: the tab may go elsewhere meanwhile.
  const answer = await askPage(options, { tabId, frameId: 0 }, { name: 'readText', args, site: siteOf(url) });
  if (answer.state !== 'done') throw unreadable();
  // What the page side returns for this name.
  const { text, omittedChars } = answer.value as { readonly text: string; readonly omittedChars: number };
  return { url, title, text, isTruncated: omittedChars > 0 };
}

/** The panel's own window does not count. */
export async function frontTab(api: BrowserApi): Promise<chrome.tabs.Tab | undefined> {
  const window = await api.windows.getLastFocused({ windowTypes: ['normal'] }).catch(() => undefined);
  if (window?.id === undefined) return undefined;
  const [tab] = await api.tabs.query({ active: true, windowId: window.id });
  return tab;
}

function unreadable(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The tab in front cannot be read.', {
    hint: 'It shows a page of the browser, a private window or a PDF.',
  });
}
