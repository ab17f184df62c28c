// Page text, below the lines that name its tab and page.
import { foreign, ours, type Part } from '@sallyport/protocol';
import type { TabFacts } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';

/** Untrusted: the page chooses its title and most of its address. */
export function pageLine({ url, title }: TabFacts): string {
  return `Page ${JSON.stringify(title)} ${url}`;
}

export function pageParts(tab: TabFacts, text = ''): Part[] {
  const lines = text === '' ? pageLine(tab) : `${pageLine(tab)}\n${text}`;
  return [ours(`Tab ${tab.tabId}:`), foreign(lines, siteOf(tab.url))];
}
