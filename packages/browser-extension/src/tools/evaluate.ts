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
    if ('thrown' in result) {
      throw new SallyportError('ERR_TOOL_FAILED', `The expression threw ${result.thrown}`, {
        hint: /EvalError|Content Security Policy|unsafe-eval/i.test(result.thrown)
          ? "The page's policy forbids code from text here. Use snapshot, find and the acting tools."
          : 'Mend the expression.',
      });
    }
    context.say(result.json);
    return { tabId, value: result.json };
  },
});
