// Runs JavaScript in a page.
import { foreign, limits, SallyportError, UNKNOWN_OUTCOME_HINT } from '@sallyport/protocol';
import * as z from 'zod';
import { siteOf } from '../base/sites.ts';
import { words } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

export const evaluateTool = defineTabTool({
  name: 'evaluate',
  title: 'Evaluate',
  description:
    'Runs a JavaScript expression in the page and returns its value as JSON. Awaits promises. Use it for what the other tools cannot do.',
  input: z.object({ expression: words(100_000) }),
  effect: 'act',
  verb: 'evaluate in',
  async run({ expression }, { tabId, url }, context) {
    const result = await context.evaluate(tabId, expression);
    if ('moved' in result) throw moved(result.moved);
    if ('thrown' in result) {
      throw new SallyportError('ERR_TOOL_FAILED', 'The expression threw an error.', {
        hint: "Fix the expression. If the page's security policy blocks evaluate, use the other tools.",
        foreign: [{ text: result.thrown.slice(0, limits.page.valueMaxChars), origin: siteOf(url) }],
      });
    }
    return { facts: { tabId, value: result.json }, parts: [foreign(result.json, siteOf(url))] };
  },
});

function moved(when: 'before' | 'during'): SallyportError {
  if (when === 'before') {
    return new SallyportError(
      'ERR_TOOL_FAILED',
      'The expression did not run: the page changed first, or could not be reached.',
      {
        hint: 'Take a snapshot to see the current page.',
        data: { outcome: 'not_run' },
      },
    );
  }
  return new SallyportError('ERR_TOOL_FAILED', 'The page went away while the expression ran.', {
    hint: UNKNOWN_OUTCOME_HINT,
    data: { outcome: 'unknown' },
  });
}
