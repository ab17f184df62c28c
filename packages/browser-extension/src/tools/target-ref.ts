// What an action is about: an element by its ref, or by a text that is resolved to one.
import { SallyportError } from '@sallyport/protocol';
import type { ToolContext } from './context.ts';

/** As a tool's input has them: `text` for anything shown, `field` for what can be filled. */
export interface NamedTarget {
  readonly ref?: string | undefined;
  readonly text?: string | undefined;
  readonly field?: string | undefined;
}

/** Undefined where nothing is named. */
export async function refIfAny(
  tool: string,
  { ref, text, field }: NamedTarget,
  tabId: number,
  { locate }: Pick<ToolContext, 'locate'>,
): Promise<string | undefined> {
  const named = text ?? field;
  // Every element has an empty text.
  if (named?.trim() === '' || (ref !== undefined && named !== undefined)) throw wrong(tool);
  return named === undefined ? ref : locate(tabId, { text: named, wants: text === undefined ? 'field' : 'any' });
}

export async function refIn(
  tool: string,
  named: NamedTarget,
  tabId: number,
  context: Pick<ToolContext, 'locate'>,
): Promise<string> {
  const ref = await refIfAny(tool, named, tabId, context);
  if (ref === undefined) throw wrong(tool);
  return ref;
}

function wrong(tool: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${tool}: name the element either by its ref or by its text.`, {
    hint: 'Snapshots, find and replies of actions show refs.',
  });
}
