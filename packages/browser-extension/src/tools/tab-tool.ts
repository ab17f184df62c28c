// Declares a tool that works in one of the agent's tabs: adds `tabId` to its input and finds the tab.
import type { Reply } from '@sallyport/protocol';
import { type AnyTool, defineTool, type Tool } from '@sallyport/protocol/tool';
import type * as z from 'zod';
import type { TabFacts } from '../base/facts.ts';
import type { ToolContext } from './context.ts';
import { tabId } from './fields.ts';

type Declared = Omit<Tool<z.ZodObject, undefined, ToolContext>, 'input' | 'output' | 'run'>;

export interface TabTool<Input extends z.ZodObject> extends Declared {
  /** What is done to the tab, for errors: "You have no tab to click." */
  readonly verb: string;
  /** Without `tabId`. */
  readonly input: Input;
  run(input: z.output<Input>, tab: TabFacts, context: ToolContext): Promise<Reply>;
}

export function defineTabTool<Input extends z.ZodObject>(tool: TabTool<Input>): AnyTool<ToolContext> {
  const { verb, input, run, ...declared } = tool;
  return defineTool({
    ...declared,
    input: input.extend({ tabId }),
    async run({ tabId: wanted, ...args }: { readonly tabId?: number | undefined }, context: ToolContext) {
      // Parsed by `input` with `tabId` taken out again.
      return run(args as z.output<Input>, await context.tabs.reach(verb, wanted), context);
    },
  });
}
