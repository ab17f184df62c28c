// The stay's own tabs: open, list, close.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { OpenedTab } from '../base/facts.ts';
import { webAddress } from '../guard/access/addresses.ts';
import type { ToolContext } from './context.ts';
import { tabId, url } from './fields.ts';

const ownTab = z.object({ tabId: z.number(), url: z.string(), title: z.string() });

export const tabsTool = defineTool({
  name: 'tabs',
  title: 'Tabs',
  description:
    'Opens a tab of your own in the background, lists your tabs, closes one, or releases one to the user. You can only see ' +
    'and use tabs that you opened; of others you get a count. "adopt" asks the user for the tab they look at. Other tools ' +
    'use your last tab unless told a tabId.',
  input: z.object({
    action: z.enum(['open', 'list', 'close', 'release', 'adopt']),
    url: url.optional().describe('For open: the address.'),
    tabId: tabId.describe('For close and release: which; your last tab without it. For adopt: which of the user.'),
  }),
  output: z.object({
    tabs: z.array(ownTab).describe('Your tabs after the action, last used last.'),
    others: z.number().describe('How many other tabs are open.'),
    opened: z.number().optional().describe('tabId of the new tab.'),
    closed: z.number().optional().describe('tabId of the closed tab.'),
    released: z.number().optional().describe('tabId of the tab that is the user’s now.'),
    evicted: z.number().optional().describe('tabId of your oldest tab, closed to make room: all agents have twelve.'),
    adopted: z.number().optional().describe('tabId of the tab that is yours now.'),
  }),
  effect: 'act',
  async run(input, { tabs }: ToolContext) {
    const done = await act(input, tabs);
    const { own, others } = await tabs.list();
    return { tabs: [...own], others, ...done };
  },
});

interface Input {
  readonly action: 'open' | 'list' | 'close' | 'release' | 'adopt';
  readonly url?: string | undefined;
  readonly tabId?: number | undefined;
}

function openedBy({ tabId, evicted }: OpenedTab): Done {
  return { opened: tabId, ...(evicted === undefined ? {} : { evicted }) };
}

type Done = { readonly [Name in 'opened' | 'evicted' | 'closed' | 'released' | 'adopted']?: number };

async function act({ action, url, tabId }: Input, tabs: ToolContext['tabs']): Promise<Done> {
  switch (action) {
    case 'list':
      return {};
    case 'open':
      if (url === undefined) throw new SallyportError('ERR_INPUT_INVALID', 'tabs: action "open" needs a url.');
      return openedBy(await tabs.open(webAddress(url)));
    case 'adopt':
      return { adopted: await tabs.adopt(tabId) };
    case 'release': {
      const tab = await tabs.reach('release', tabId);
      await tabs.release(tab.tabId);
      return { released: tab.tabId };
    }
    case 'close': {
      const tab = await tabs.reach('close', tabId);
      await tabs.close(tab.tabId);
      return { closed: tab.tabId };
    }
  }
}
