// Loads a page in a tab.
import { ours, type Reply } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { Destination, OpenedTab } from '../base/facts.ts';
import { webAddress } from '../guard/access/addresses.ts';
import type { ToolContext } from './context.ts';
import { tabId, url } from './fields.ts';
import { pageParts } from './page-part.ts';

// Not a tab tool: without a tab it opens one.
export const navigateTool = defineTool({
  name: 'navigate',
  title: 'Navigate',
  description: 'Loads an address in your tab and waits for the page. Opens a tab if you have none.',
  input: z.object({ url: url.describe('An address, or back, forward, reload.'), tabId }),
  effect: 'act',
  async run(input, { tabs }: ToolContext) {
    const destination = destinationOf(input.url);
    if (input.tabId === undefined && !tabs.hasAny() && typeof destination !== 'string') {
      return loaded(await tabs.open(destination.url));
    }
    const tab = await tabs.reach('navigate', input.tabId);
    return loaded(await tabs.load(tab.tabId, destination));
  },
});

function loaded(tab: OpenedTab): Reply {
  const { tabId, url, title, settled, evicted } = tab;
  return {
    facts: { tabId, url, title, settled, ...(evicted === undefined ? {} : { evicted }) },
    parts: [
      ...pageParts(tab),
      ...(settled ? [] : [ours('The page was still loading.')]),
      ...(evicted === undefined ? [] : [ours(evictedLine(evicted))]),
    ],
  };
}

export function evictedLine(tabId: number): string {
  return `Your oldest tab ${tabId} was closed to make room.`;
}

function destinationOf(text: string): Destination {
  return text === 'back' || text === 'forward' || text === 'reload' ? text : { url: webAddress(text) };
}
