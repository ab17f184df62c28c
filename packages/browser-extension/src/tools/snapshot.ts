// The page as text with refs.
import { limits } from '@sallyport/protocol';
import * as z from 'zod';
import { tokensIn } from '../base/tokens.ts';
import { maxTokens, ref } from './fields.ts';
import { pageLine, pageParts } from './page-part.ts';
import { defineTabTool } from './tab-tool.ts';

const { snapshotMinTokens } = limits.page;

export const snapshotTool = defineTabTool({
  name: 'snapshot',
  title: 'Snapshot',
  description:
    'Reads the page as a tree of roles, names and text, with refs (e12) to act on. Prefer it to a screenshot. ' +
    'Omitted parts show a count and the ref to read them.',
  input: z.object({
    ref: ref.optional().describe('e12: only its subtree. e12+30: the 30 items after it.'),
    maxTokens,
  }),
  effect: 'read',
  awaitsStep: true,
  verb: 'read',
  async run(input, tab, context) {
    const { tabId, url, title } = tab;
    const maxTokens = Math.max(input.maxTokens - tokensIn(`Tab ${tabId}: ${pageLine(tab)}`), snapshotMinTokens / 2);
    const { text, omitted } = await context.snapshot(tabId, { maxTokens, ref: input.ref });
    return {
      facts: { tabId, url, title, snapshot: text, omitted },
      parts: pageParts(tab, text === '' ? '(nothing is shown)' : text),
    };
  },
});
