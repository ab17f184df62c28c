// Runs JavaScript in a page.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { tabId } from './fields.ts';

export const evaluateTool = defineTool({
  name: 'evaluate',
  title: 'Evaluate',
  description:
    'Runs a JavaScript expression in the page of your tab and answers with its value as JSON; a promise is waited for. For what the other tools cannot do.',
  input: z.object({ expression: z.string().min(1).max(100_000), tabId }),
  output: z.object({ tabId: z.number(), value: z.string().describe('JSON, cut when it is very long.') }),
  effect: 'act',
  async run({ expression, tabId: wanted }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('evaluate in', wanted);
    const result = await context.evaluate(tabId, expression);
    if ('moved' in result) throw moved(result.moved);
    if ('thrown' in result) {
      throw new SallyportError('ERR_TOOL_FAILED', `The expression threw ${result.thrown}`, {
        hint: "Mend the expression. Where a page's policy forbids code from text, use snapshot, find and the acting tools.",
      });
    }
    context.say(result.json);
    return { tabId, value: result.json };
  },
});

function moved(when: 'before' | 'during'): SallyportError {
  if (when === 'before') {
    return new SallyportError(
      'ERR_TOOL_FAILED',
      'The page changed before the expression could run, so it did not run.',
      {
        hint: 'Take a snapshot to see which page is there now.',
        data: { outcome: 'not_run' },
      },
    );
  }
  return new SallyportError('ERR_TOOL_FAILED', 'The page went away while the expression ran.', {
    hint: 'Whether it took effect is unknown: look before you repeat.',
    data: { outcome: 'unknown' },
  });
}
