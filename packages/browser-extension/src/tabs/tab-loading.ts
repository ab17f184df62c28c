// Loads a page in a tab and waits for it, or throws what happened instead.
import { limits, SallyportError } from '@sallyport/protocol';
import type { Destination, Download, LoadedTab } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';
import { DownloadWatch } from '../watch/download-watch.ts';
import { NavigationWatch } from '../watch/navigation.ts';
import { factsOf, redacted, type TabScope } from './tab-scope.ts';

export async function loadTab(scope: TabScope, tabId: number, destination: Destination): Promise<LoadedTab> {
  const { api, clock, signal, traffic, pages } = scope;
  const watch = new NavigationWatch({ api, clock, tabId, signal });
  const addresses = typeof destination === 'object' ? [destination.url] : [];
  const downloads = new DownloadWatch({ api, clock, tabId, traffic }, addresses);
  const saved = downloads.begun.then(async (): Promise<never> => {
    throw isDownload((await downloads.list(signal))[0]);
  });
  // It may reject after the page has arrived.
  saved.catch(() => {});
  try {
    await go(scope, tabId, destination);
    if (!(await Promise.race([watch.begins(limits.page.navigationStartMs), saved]))) throw wentNowhere();
    const arrival = await Promise.race([watch.arrived(), saved]);
    if (!watch.hasMoved && (await downloads.beginsSoon(signal))) await saved;
    // Most agents ask for a snapshot next. The reply does not wait for it.
    if (arrival === 'complete') pages.call({ tabId, frameId: 0 }, 'warmUp', null).catch(() => {});
    return { ...redacted(scope, await factsOf(scope, tabId)), settled: arrival !== 'usable' };
  } finally {
    watch.close();
    downloads.close();
  }
}

async function go({ api, pages }: TabScope, tabId: number, destination: Destination): Promise<unknown> {
  if (destination === 'reload') return api.tabs.reload(tabId);
  if (typeof destination === 'object') return api.tabs.update(tabId, { url: destination.url });
  // Not tabs.goBack: Chromium skips pages without user interaction, so it would go too far.
  return pages.call({ tabId, frameId: 0 }, 'travel', { steps: destination === 'back' ? -1 : 1 });
}

function wentNowhere(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The tab did not navigate.', {
    reason: 'PAGE_LOAD_FAILED',
    hint: 'There is no page to go back or forward to, or the URL is a download.',
  });
}

function isDownload(download: Download | undefined): SallyportError {
  const { path = '', url = '', state = '' } = download ?? {};
  return new SallyportError('ERR_TOOL_FAILED', 'The address is a download, not a page.', {
    reason: 'DOWNLOAD',
    hint: 'The tab still shows the old page.',
    data: { path, state },
    // The file name is chosen by the site.
    foreign: [{ text: path === '' ? 'not saved yet' : `saved as ${path}`, origin: siteOf(url) }],
  });
}
