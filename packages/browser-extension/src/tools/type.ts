// The keyboard and fields: type, press_key, fill_form, select_option.
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { actOutput, reply } from './act-reply.ts';
import type { ToolContext } from './context.ts';
import { modifiers, ref, tabId } from './fields.ts';

const TEXT_MAX = 100_000;
const FIELDS_MAX = 100;

export const typeTool = defineTool({
  name: 'type',
  title: 'Type',
  description:
    'Writes text into a field in place of what stands there, and says what changed. For several fields take fill_form.',
  input: z.object({
    ref,
    text: z.string().max(TEXT_MAX),
    append: z.boolean().default(false).describe('Keep what stands there and write behind it.'),
    submit: z.boolean().default(false).describe('Press Enter after it.'),
    tabId,
  }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ...args }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('type in', wanted);
    return reply(context, 'Typed into', await context.act(tabId, 'type', args));
  },
});

export const pressKeyTool = defineTool({
  name: 'press_key',
  title: 'Press key',
  description:
    'Presses one key, such as Enter, Escape, ArrowDown or a, on what has the focus or on a ref, and says what changed.',
  input: z.object({
    key: z.string().min(1).max(20).describe('As KeyboardEvent.key names it.'),
    modifiers,
    ref: ref.optional().describe('What gets the focus first.'),
    tabId,
  }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ...args }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('press a key in', wanted);
    return reply(context, `Pressed ${args.key} on`, await context.act(tabId, 'pressKey', args));
  },
});

export const fillFormTool = defineTool({
  name: 'fill_form',
  title: 'Fill form',
  description:
    'Fills many fields in one call: texts, dates and sliders with a string, checkboxes and radios with true or false, selects with the text of an option or a list of them.',
  input: z.object({
    fields: z
      .array(
        z.object({ ref, value: z.union([z.string().max(TEXT_MAX), z.boolean(), z.array(z.string()).max(FIELDS_MAX)]) }),
      )
      .min(1)
      .max(FIELDS_MAX),
    tabId,
  }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, fields }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('fill a form in', wanted);
    return reply(context, 'Filled', await context.act(tabId, 'fill', { fields }));
  },
});

export const selectOptionTool = defineTool({
  name: 'select_option',
  title: 'Select option',
  description: 'Chooses options of a select element by their text or value. Other lists are opened and clicked.',
  input: z.object({ ref, values: z.array(z.string()).min(1).max(FIELDS_MAX), tabId }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ref: target, values }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('select in', wanted);
    return reply(
      context,
      'Selected in',
      await context.act(tabId, 'fill', { fields: [{ ref: target, value: values }] }),
    );
  },
});
