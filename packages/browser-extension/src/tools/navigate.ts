// Brings a tab to another page.
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { Destination } from '../base/facts.ts';
import { webAddress } from '../guard/access/addresses.ts';
import type { ToolContext } from './context.ts';
import { tabId, url } from './fields.ts';

export const navigateTool = defineTool({
  name: 'navigate',
  title: 'Navigate',
  description:
    'Loads an address in your tab and waits for the page; opens a tab when you have none. "back", "forward" and "reload" work too.',
  input: z.object({ url: url.describe('An address, or back, forward, reload.'), tabId }),
  output: z.object({
    tabId: z.number(),
    url: z.string().describe('Where the tab is now.'),
    title: z.string(),
    settled: z.boolean().describe('False when the page was still loading.'),
    evicted: z.number().optional().describe('tabId of your oldest tab, closed to make room.'),
  }),
  effect: 'act',
  async run(input, { tabs }: ToolContext) {
    const destination = destinationOf(input.url);
    if (input.tabId === undefined && !tabs.hasAny() && typeof destination !== 'string') {
      return tabs.open(destination.url);
    }
    const tab = await tabs.reach('navigate', input.tabId);
    return tabs.load(tab.tabId, destination);
  },
});

function destinationOf(text: string): Destination {
  return text === 'back' || text === 'forward' || text === 'reload' ? text : { url: webAddress(text) };
}
