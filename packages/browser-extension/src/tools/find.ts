// Reading without a whole snapshot: find elements, read the main text.
import { foreign, limits, ours } from '@sallyport/protocol';
import * as z from 'zod';
import { siteOf } from '../base/sites.ts';
import { maxTokens, words } from './fields.ts';
import { pageParts } from './page-part.ts';
import { defineTabTool } from './tab-tool.ts';

const CHARS_PER_TOKEN = 3;
const { findHits } = limits.page;

export const findTool = defineTabTool({
  name: 'find',
  title: 'Find',
  description:
    'Searches the page for elements by role, name, value or text. Returns their snapshot lines with refs. Cheaper than a snapshot of a long page.',
  input: z.object({
    text: words(500).describe('Matched anywhere, ignoring case.'),
    regex: z.boolean().default(false),
  }),
  effect: 'read',
  verb: 'search',
  async run({ text, regex }, { tabId, url }, context) {
    const { parts: found, withheld } = await context.readAll(tabId, 'find', {
      text,
      isRegex: regex,
      maxHits: findHits,
    });
    const hits = found.flatMap((part) => part.hits).slice(0, findHits);
    const total = found.reduce((sum, part) => sum + part.total, 0);
    const lines = [
      ...(total === 0 ? ['Nothing on the page matches.'] : []),
      ...(total > hits.length ? [`${total - hits.length} more matches: narrow your search.`] : []),
      ...withheld,
    ];
    return {
      facts: { tabId, hits, total },
      parts: [...(total === 0 ? [] : [foreign(hits.join('\n'), siteOf(url))]), ...lines.map(ours)],
    };
  },
});

export const readTextTool = defineTabTool({
  name: 'read_text',
  title: 'Read text',
  description: 'Returns the main text of the page, without menus and controls.',
  input: z.object({ maxTokens }),
  effect: 'read',
  verb: 'read',
  async run(input, tab, context) {
    const { tabId, url, title } = tab;
    const maxChars = input.maxTokens * CHARS_PER_TOKEN;
    const { text, omittedChars } = await context.page({ tabId }, 'readText', { maxChars });
    const rest =
      omittedChars === 0 ? [] : [ours(`${omittedChars} more characters: call again with a larger maxTokens.`)];
    return {
      facts: { tabId, url, title, text, omittedChars },
      parts: [...pageParts(tab, text === '' ? '(no text)' : text), ...rest],
    };
  },
});
