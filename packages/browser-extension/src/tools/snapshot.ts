// What a page shows, as text with refs.
import { limits } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { ref, tabId } from './fields.ts';

/** A token of such text is between three and four characters; the smaller number keeps the promise. */
const CHARS_PER_TOKEN = 3;
const { snapshotTokens, snapshotMinTokens, snapshotMaxTokens } = limits.page;

export const snapshotTool = defineTool({
  name: 'snapshot',
  title: 'Snapshot',
  description:
    'Reads the page of your tab as a tree of roles, names and text, with refs (e12) to act on. Prefer it to a screenshot. ' +
    'What does not fit is counted, with the ref that shows it.',
  input: z.object({
    tabId,
    ref: ref.optional().describe('Only the part of the page under this ref.'),
    maxTokens: z
      .int()
      .min(snapshotMinTokens)
      .max(snapshotMaxTokens)
      .default(snapshotTokens)
      .describe('How long the answer may be.'),
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
    const maxChars = input.maxTokens * CHARS_PER_TOKEN;
    const { text, omitted } = await context.snapshot(tabId, { maxChars, ref: input.ref });
    context.say(`Page ${JSON.stringify(title)} ${url} (tab ${tabId})\n${text === '' ? '(nothing is shown)' : text}`);
    return { tabId, url, title, snapshot: text, omitted };
  },
});
