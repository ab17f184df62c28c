// The keyboard and form fields: type, press_key, fill_form, select_option.
import { SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { SecretArgs } from '../base/action-args.ts';
import type { Outcome } from '../base/facts.ts';
import { actionReply } from './action-reply.ts';
import { modifiers, ref, target } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';
import { refIfAny, refIn } from './target-ref.ts';

const TEXT_MAX = 100_000;
const FIELDS_MAX = 100;

export const typeTool = defineTabTool({
  name: 'type',
  title: 'Type',
  description: 'Types text into a field, replacing its content. For several fields use fill_form.',
  input: z.object({
    ref: ref.optional(),
    field: target.text.describe('Or its label.'),
    text: z.string().max(TEXT_MAX).optional(),
    secret: z.string().optional(),
    append: z.boolean().default(false).describe('Keep the content and add to it.'),
    submit: z.boolean().default(false).describe('Press Enter afterwards.'),
  }),
  effect: 'act',
  awaitsStep: true,
  verb: 'type in',
  async run({ field, secret, text, ...args }, { tabId }, context) {
    if ((text === undefined) === (secret === undefined)) throw oneOf('type', 'text');
    if (secret !== undefined && args.append) throw notAppended();
    const found = await refIn('type', { ref: args.ref, field }, tabId, context);
    const outcome =
      text === undefined
        ? await context.typeSecret(tabId, { ref: found, secret: secret ?? '', submit: args.submit })
        : await context.act(tabId, 'type', { ...args, text, ref: found });
    return actionReply(`Typed into ${found}`, outcome);
  },
});

export const pressKeyTool = defineTabTool({
  name: 'press_key',
  title: 'Press key',
  description: 'Presses one key, such as Enter, Escape, ArrowDown or a, on the focused element or on a ref.',
  input: z.object({
    key: z.string().min(1).max(20).describe('A KeyboardEvent.key value.'),
    modifiers,
    ref: ref.optional().describe('Target element.'),
    text: target.text,
  }),
  effect: 'act',
  verb: 'press a key in',
  async run({ text, ...args }, { tabId }, context) {
    const found = await refIfAny('press_key', { ref: args.ref, text }, tabId, context);
    const where = found === undefined ? '' : ` on ${found}`;
    const focused = found ?? (await context.focusInFrame(tabId));
    const outcome = await context.act(tabId, 'pressKey', { ...args, ref: focused });
    return actionReply(`Pressed ${args.key}${where}`, outcome, { isFocusGiven: true });
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
        z.object({
          ref: ref.optional(),
          field: target.text.describe('Or its label.'),
          value: z.union([z.string().max(TEXT_MAX), z.boolean(), z.array(z.string()).max(FIELDS_MAX)]).optional(),
          secret: z.string().optional(),
        }),
      )
      .min(1)
      .max(FIELDS_MAX),
  }),
  effect: 'act',
  verb: 'fill a form in',
  async run(args, { tabId }, context) {
    const fields: { ref: string; value: NonNullable<(typeof args.fields)[number]['value']> }[] = [];
    const secrets: SecretArgs[] = [];
    for (const { value, secret, ...named } of args.fields) {
      if ((value === undefined) === (secret === undefined)) throw oneOf('fill_form', 'value');
      const found = await refIn('fill_form', named, tabId, context);
      if (value !== undefined) fields.push({ ref: found, value });
      else if (secret !== undefined) secrets.push({ ref: found, secret, submit: false });
    }
    const filled = [...fields, ...secrets].map((field) => field.ref).join(', ');
    const outcomes = fields.length === 0 ? [] : [await context.act(tabId, 'fill', { fields })];
    // Last, since beside a filled secret less can be done.
    for (const secret of secrets) outcomes.push(await context.typeSecret(tabId, secret));
    return actionReply(`Filled ${filled}`, outcomes.reduce(together));
  },
});

/** The last outcome, with what nobody would learn otherwise of the one before. */
function together(before: Outcome, last: Outcome): Outcome {
  const unheld = [...(before.unheld ?? []), ...(last.unheld ?? [])];
  const notes = new Set([before.note, last.note].filter((note) => note !== undefined));
  return {
    ...last,
    openedTabs: [...before.openedTabs, ...last.openedTabs],
    ...(unheld.length === 0 ? {} : { unheld }),
    ...(notes.size === 0 ? {} : { note: [...notes].join(' ') }),
  };
}

function oneOf(tool: string, other: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${tool}: give either ${other} or the name of a secret.`, {
    hint: 'browser__secrets lists their names.',
  });
}

function notAppended(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'type: a secret replaces what is in the field.', {
    hint: 'Leave out append.',
  });
}

export const selectOptionTool = defineTabTool({
  name: 'select_option',
  title: 'Select option',
  description: 'Selects options of a select element by text or value. For other lists use click.',
  input: z.object({
    ref: ref.optional(),
    field: target.text.describe('Or its label.'),
    values: z.array(z.string()).min(1).max(FIELDS_MAX),
  }),
  effect: 'act',
  verb: 'select in',
  async run({ values, ...named }, { tabId }, context) {
    const found = await refIn('select_option', named, tabId, context);
    const outcome = await context.act(tabId, 'fill', { fields: [{ ref: found, value: values }] });
    return actionReply(`Selected in ${found}`, outcome);
  },
});
