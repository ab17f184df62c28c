// Clicks an element by its ref.
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { webAddress } from './addresses.ts';
import type { ToolContext } from './context.ts';
import { ref, tabId } from './fields.ts';

export const clickTool = defineTool({
  name: 'click',
  title: 'Click',
  description:
    'Clicks what a ref of your last snapshot stands for, and waits for the page that a link or form leads to. Says what covers it when something does.',
  input: z.object({ ref, tabId }),
  output: z.object({
    tabId: z.number(),
    clicked: z.string().describe('Role and name of what was clicked.'),
    url: z.string().describe('Where the tab is now.'),
    title: z.string(),
    navigated: z.boolean().describe('Whether the click led to another page.'),
    openedTabs: z.array(z.number()).describe('Tabs that the page opened; they are yours.'),
    trusted: z.boolean().describe('Whether the page saw it as a real mouse click.'),
    pageVisible: z.boolean().describe('False in a hidden tab, where timers of the page run once a second.'),
  }),
  effect: 'act',
  async run(input, context: ToolContext) {
    const { tabId } = await context.tabs.reach('click', input.tabId);
    const { result, tab, navigated, openedTabIds } = await context.tabs.settle(tabId, () =>
      context.page(tabId, 'click', { ref: input.ref }),
    );
    const opened = result.opens === undefined ? [] : [await context.tabs.openFrom(tabId, webAddress(result.opens))];
    return {
      tabId,
      clicked: result.target,
      url: tab.url,
      title: tab.title,
      navigated,
      openedTabs: [...openedTabIds, ...opened],
      trusted: false,
      pageVisible: result.pageVisible,
    };
  },
});
