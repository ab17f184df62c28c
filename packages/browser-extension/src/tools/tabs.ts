// The stay's own tabs: open, list, close.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { webAddress } from './addresses.ts';
import type { ToolContext } from './context.ts';
import { tabId, url } from './fields.ts';

const ownTab = z.object({ tabId: z.number(), url: z.string(), title: z.string() });

export const tabsTool = defineTool({
  name: 'tabs',
  title: 'Tabs',
  description:
    'Opens a tab of your own in the background, lists your tabs, or closes one. You can only see and use tabs that you ' +
    'opened; of others you get a count. Other tools use your last tab unless told a tabId.',
  input: z.object({
    action: z.enum(['open', 'list', 'close']),
    url: url.optional().describe('For open: the address.'),
    tabId: tabId.describe('For close: which; your last tab without it.'),
  }),
  output: z.object({
    tabs: z.array(ownTab).describe('Your tabs after the action, last used last.'),
    others: z.number().describe('How many other tabs are open.'),
    opened: z.number().optional().describe('tabId of the new tab.'),
    closed: z.number().optional().describe('tabId of the closed tab.'),
  }),
  effect: 'act',
  async run(input, { tabs }: ToolContext) {
    const done = await act(input, tabs);
    const { own, others } = await tabs.list();
    return { tabs: [...own], others, ...done };
  },
});

interface Input {
  readonly action: 'open' | 'list' | 'close';
  readonly url?: string | undefined;
  readonly tabId?: number | undefined;
}

async function act(
  { action, url, tabId }: Input,
  tabs: ToolContext['tabs'],
): Promise<{ opened?: number; closed?: number }> {
  if (action === 'list') return {};
  if (action === 'open') {
    if (url === undefined) {
      throw new SallyportError('ERR_INPUT_INVALID', 'tabs: action "open" needs a url.');
    }
    return { opened: (await tabs.open(webAddress(url))).tabId };
  }
  const tab = await tabs.reach('close', tabId);
  await tabs.close(tab.tabId);
  return { closed: tab.tabId };
}
