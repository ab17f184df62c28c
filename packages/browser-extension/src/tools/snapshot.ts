// What a page shows, as text with refs.
import { limits } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { tokensIn } from '../base/tokens.ts';
import type { ToolContext } from './context.ts';
import { maxTokens, ref, tabId } from './fields.ts';

const { snapshotMinTokens } = limits.page;

export const snapshotTool = defineTool({
  name: 'snapshot',
  title: 'Snapshot',
  description:
    'Reads the page of your tab as a tree of roles, names and text, with refs (e12) to act on. Prefer it to a screenshot. ' +
    'What does not fit is counted, with the ref that shows it.',
  input: z.object({
    tabId,
    ref: ref.optional().describe('Only what is under e12, or the 30 things after it: e12+30.'),
    maxTokens,
  }),
  output: z.object({
    tabId: z.number(),
    url: z.string(),
    title: z.string(),
    snapshot: z.string(),
    omitted: z.number().describe('How many things did not fit.'),
  }),
  effect: 'read',
  async run(input, context: ToolContext) {
    const { tabId, url, title } = await context.tabs.reach('read', input.tabId);
    const head = `Page ${JSON.stringify(title)} ${url} (tab ${tabId})`;
    const maxTokens = Math.max(input.maxTokens - tokensIn(head), snapshotMinTokens / 2);
    const { text, omitted } = await context.snapshot(tabId, { maxTokens, ref: input.ref });
    context.say(`${head}\n${text === '' ? '(nothing is shown)' : text}`);
    return { tabId, url, title, snapshot: text, omitted };
  },
});
