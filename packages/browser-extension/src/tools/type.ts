// The keyboard and form fields: type, press_key, fill_form, select_option.
import * as z from 'zod';
import { actionReply } from './action-reply.ts';
import { modifiers, ref } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

const TEXT_MAX = 100_000;
const FIELDS_MAX = 100;

export const typeTool = defineTabTool({
  name: 'type',
  title: 'Type',
  description: 'Types text into a field, replacing its content. For several fields use fill_form.',
  input: z.object({
    ref,
    text: z.string().max(TEXT_MAX),
    append: z.boolean().default(false).describe('Keep the content and add to it.'),
    submit: z.boolean().default(false).describe('Press Enter afterwards.'),
  }),
  effect: 'act',
  verb: 'type in',
  run: async (args, { tabId }, { act }) => actionReply(`Typed into ${args.ref}`, await act(tabId, 'type', args)),
});

export const pressKeyTool = defineTabTool({
  name: 'press_key',
  title: 'Press key',
  description: 'Presses one key, such as Enter, Escape, ArrowDown or a, on the focused element or on a ref.',
  input: z.object({
    key: z.string().min(1).max(20).describe('A KeyboardEvent.key value.'),
    modifiers,
    ref: ref.optional().describe('Target element.'),
  }),
  effect: 'act',
  verb: 'press a key in',
  run: async (args, { tabId }, { act }) => {
    const where = args.ref === undefined ? '' : ` on ${args.ref}`;
    return actionReply(`Pressed ${args.key}${where}`, await act(tabId, 'pressKey', args));
  },
});

export const fillFormTool = defineTabTool({
  name: 'fill_form',
  title: 'Fill form',
  description:
    'Fills several fields at once: text, dates and sliders with a string, checkboxes and radios with true or false, selects with an option or a list of options.',
  input: z.object({
    fields: z
      .array(
        z.object({ ref, value: z.union([z.string().max(TEXT_MAX), z.boolean(), z.array(z.string()).max(FIELDS_MAX)]) }),
      )
      .min(1)
      .max(FIELDS_MAX),
  }),
  effect: 'act',
  verb: 'fill a form in',
  run: async (args, { tabId }, { act }) => {
    const filled = args.fields.map((field) => field.ref).join(', ');
    return actionReply(`Filled ${filled}`, await act(tabId, 'fill', args));
  },
});

export const selectOptionTool = defineTabTool({
  name: 'select_option',
  title: 'Select option',
  description: 'Selects options of a select element by text or value. For other lists use click.',
  input: z.object({ ref, values: z.array(z.string()).min(1).max(FIELDS_MAX) }),
  effect: 'act',
  verb: 'select in',
  run: async ({ ref: target, values }, { tabId }, { act }) =>
    actionReply(`Selected in ${target}`, await act(tabId, 'fill', { fields: [{ ref: target, value: values }] })),
});
