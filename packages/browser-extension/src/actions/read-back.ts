// What fields hold after an action that filled them: an agent hears where that is not what it gave.
import type { FieldContent, Filled, PageActions } from '../base/page-calls.ts';

/** A sentence for the agent, or undefined where the fields hold what they were given, or cannot be asked. */
export type ReadBack = (hasChanges: boolean) => string | undefined;

/** What the fields hold is read in the page, at the end of the action. */
export function readBack({ fields }: Filled, found: readonly FieldContent[]): ReadBack {
  return (hasChanges) => {
    const wrong = fields.filter((_, at) => {
      // Editors and terminals take what is typed out of the field, and show it elsewhere.
      return found[at] === 'other' || (found[at] === 'nothing' && !hasChanges);
    });
    if (wrong.length === 0) return undefined;
    const refs = wrong.map(({ ref }) => ref).join(', ');
    return `${refs} ${wrong.length === 1 ? 'does' : 'do'} not hold what was given.`;
  };
}

export function filledFields(name: keyof PageActions, args: unknown): Filled {
  // One of the argument types of PageActions, by its name.
  if (name === 'fill') return { fields: (args as Parameters<PageActions['fill']>[0]).fields, isAppended: false };
  if (name !== 'type') return { fields: [], isAppended: false };
  const { ref, text, append, submit } = args as Parameters<PageActions['type']>[0];
  // What was sent is often cleared.
  return { fields: submit ? [] : [{ ref, value: text }], isAppended: append };
}
