// What fields hold after an action that filled them: an agent hears where that is not what it gave.
import type { FieldContent, Filled, PageActions } from '../base/page-calls.ts';

/** The refs of fields that do not hold what they were given. */
export type ReadBack = (hasChanges: boolean) => readonly string[];

/** What the fields hold is read in the page, at the end of the action. */
export function readBack({ fields }: Filled, found: readonly FieldContent[]): ReadBack {
  return (hasChanges) => {
    const wrong = fields.filter((_, at) => {
      // Editors and terminals take what is typed out of the field, and show it elsewhere.
      return found[at] === 'other' || (found[at] === 'nothing' && !hasChanges);
    });
    return wrong.map(({ ref }) => ref);
  };
}

/** A sentence for the agent. */
export function unheldNote(refs: readonly string[]): string | undefined {
  if (refs.length === 0) return undefined;
  return `${refs.join(', ')} ${refs.length === 1 ? 'does' : 'do'} not hold what was given.`;
}

export function filledFields(name: keyof PageActions, args: unknown): Filled {
  // One of the argument types of PageActions, by its name.
  if (name === 'fill') return { fields: (args as Parameters<PageActions['fill']>[0]).fields, isAppended: false };
  if (name !== 'type') return { fields: [], isAppended: false };
  const { ref, text, append, submit } = args as Parameters<PageActions['type']>[0];
  // What was sent is often cleared.
  return { fields: submit ? [] : [{ ref, value: text }], isAppended: append };
}
