// Reading without the whole snapshot: find things, read the article.
import { limits } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { maxTokens, tabId } from './fields.ts';

const CHARS_PER_TOKEN = 3;
const { findHits } = limits.page;

export const findTool = defineTool({
  name: 'find',
  title: 'Find',
  description:
    'Searches the page for things by their role, name, value or text, and answers with their lines and refs. Cheaper than a snapshot of a long page.',
  input: z.object({
    text: z.string().min(1).max(500).describe('Matched anywhere, whatever its case.'),
    regex: z.boolean().default(false).describe('The text is a regular expression.'),
    tabId,
  }),
  output: z.object({
    tabId: z.number(),
    hits: z.array(z.string()),
    total: z.number().describe('How many there are in all.'),
  }),
  effect: 'read',
  async run({ text, regex, tabId: wanted }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('search', wanted);
    const { parts: found, withheld } = await context.readAll(tabId, 'find', {
      text,
      isRegex: regex,
      maxHits: findHits,
    });
    const hits = found.flatMap((part) => part.hits).slice(0, findHits);
    const total = found.reduce((sum, part) => sum + part.total, 0);
    const rest = total > hits.length ? [`… ${total - hits.length} more; search for something narrower`] : [];
    const lines = total === 0 ? ['Nothing on the page matches.'] : [...hits, ...rest];
    context.say([...lines, ...withheld].join('\n'));
    return { tabId, hits, total };
  },
});

export const readTextTool = defineTool({
  name: 'read_text',
  title: 'Read text',
  description:
    'Reads the article of the page as plain text without menus and controls. To act on the page take a snapshot.',
  input: z.object({
    maxTokens,
    tabId,
  }),
  output: z.object({
    tabId: z.number(),
    url: z.string(),
    title: z.string(),
    text: z.string(),
    omittedChars: z.number().describe('How much did not fit.'),
  }),
  effect: 'read',
  async run({ maxTokens, tabId: wanted }, context: ToolContext) {
    const { tabId, url, title } = await context.tabs.reach('read', wanted);
    const { text, omittedChars } = await context.page({ tabId }, 'readText', { maxChars: maxTokens * CHARS_PER_TOKEN });
    const rest = omittedChars === 0 ? '' : `\n… ${omittedChars} characters more; ask with a larger maxTokens`;
    context.say(`Page ${JSON.stringify(title)} ${url} (tab ${tabId})\n${text === '' ? '(no text)' : text}${rest}`);
    return { tabId, url, title, text, omittedChars };
  },
});
