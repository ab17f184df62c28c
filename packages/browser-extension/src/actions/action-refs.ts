// The refs that the arguments of an action name.
import { SallyportError } from '@sallyport/protocol';
import type { FillArgs, PageActions } from '../base/page-calls.ts';

/** An upload without a ref goes to the field that the page just asked with. */
export function withChooser<Name extends keyof PageActions>(
  { tabId, choosers }: { readonly tabId: number; readonly choosers: ReadonlyMap<number, string> },
  name: Name,
  args: Parameters<PageActions[Name]>[0],
): Parameters<PageActions[Name]>[0] {
  const ref = choosers.get(tabId);
  return name === 'upload' && ref !== undefined && refIn(args) === undefined ? { ...args, ref } : args;
}

/** All fields of one call are in one document. */
export function refIn(args: unknown): string | undefined {
  // One of the argument types of PageActions.
  const { ref, fields } = args as { readonly ref?: string; readonly fields?: readonly { readonly ref: string }[] };
  if (fields?.length === 0) throw new SallyportError('ERR_INPUT_INVALID', 'There is no field to fill.');
  return ref ?? fields?.[0]?.ref;
}

export function refsIn(args: unknown): string[] {
  // The same.
  const { ref, toRef, fields = [] } = args as Partial<FillArgs> & { readonly ref?: string; readonly toRef?: string };
  return [ref, toRef, ...fields.map((field) => field.ref)].filter((one) => one !== undefined);
}
