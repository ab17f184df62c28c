// Marks filled secret fields with an attribute that a style of the extension hides, where boxes cannot be painted over: in print.
import { secretFields } from './secret-fields.ts';

/** How many had no mark before. */
export function markSecrets({ mark }: { readonly mark: string }): { readonly unmarked: number } {
  const fields = secretFields(document).filter((field) => !field.hasAttribute(mark));
  for (const field of fields) field.setAttribute(mark, '');
  return { unmarked: fields.length };
}

export function unmarkSecrets({ mark }: { readonly mark: string }): null {
  for (const field of secretFields(document, `[${CSS.escape(mark)}]`)) field.removeAttribute(mark);
  return null;
}
