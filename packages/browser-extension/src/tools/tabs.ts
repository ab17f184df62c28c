// The agent's own tabs: open, list, close, release, adopt.
import { foreign, ours, type Reply, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { OpenedTab, TabFacts } from '../base/facts.ts';
import { webAddress } from '../guard/access/addresses.ts';
import type { ToolContext } from './context.ts';
import { tabId, url } from './fields.ts';
import { evictedLine } from './navigate.ts';

export const tabsTool = defineTool({
  name: 'tabs',
  title: 'Tabs',
  description:
    'Opens a background tab, lists your tabs, closes one, or releases one to the user. You can use only your own tabs; ' +
    '"adopt" asks the user for their current one. Other tools use your last tab unless given a tabId.',
  input: z.object({
    action: z.enum(['open', 'list', 'close', 'release', 'adopt']),
    url: url.optional().describe('For open.'),
    tabId: tabId.describe('For close, release and adopt.'),
  }),
  effect: 'act',
  async run(input, { tabs }: ToolContext) {
    const done = await act(input, tabs);
    return replyOf(done, await tabs.list());
  },
});

function replyOf(done: Done, { own, others }: { readonly own: readonly TabFacts[]; readonly others: number }): Reply {
  const { evicted, ...rest } = done;
  const [[what, which] = []] = Object.entries(rest);
  const counts = `${own.length === 0 ? 'You have no tabs' : 'Your tabs, last used last'}; ${others} others are open`;
  const lines = [
    ...(what === undefined ? [] : [`${what.charAt(0).toUpperCase()}${what.slice(1)} tab ${which}.`]),
    ...(evicted === undefined ? [] : [evictedLine(evicted)]),
    own.length === 0 ? `${counts}.` : `${counts}:`,
  ];
  const titles = own.map(({ tabId, url, title }) => foreign(`tab ${tabId} ${JSON.stringify(title)} ${url}`, 'tabs'));
  return { facts: { tabs: own, others, ...done }, parts: [ours(lines.join(' ')), ...titles] };
}

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
