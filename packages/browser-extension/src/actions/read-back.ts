// What fields hold after an action that filled them: an agent hears where that is not what it gave.
import type { Place } from '../base/facts.ts';
import type { FillArgs, PageActions } from '../base/page-calls.ts';
import type { PageCaller } from '../pages/page-caller.ts';

/** A sentence for the agent, or undefined where the fields hold what they were given, or cannot be asked. */
export type ReadBack = (hasChanges: boolean) => string | undefined;

export async function readBack(
  pages: PageCaller,
  place: Place,
  name: keyof PageActions,
  args: unknown,
): Promise<ReadBack> {
  const { fields, isAppended } = filledFields(name, args);
  if (fields.length === 0) return () => undefined;
  const found = await pages.call(place, 'fieldContents', { fields, isAppended }).catch(() => []);
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

function filledFields(name: keyof PageActions, args: unknown): Filled {
  // One of the argument types of PageActions, by its name.
  if (name === 'fill') return { fields: (args as Parameters<PageActions['fill']>[0]).fields, isAppended: false };
  if (name !== 'type') return { fields: [], isAppended: false };
  const { ref, text, append, submit } = args as Parameters<PageActions['type']>[0];
  // What was sent is often cleared.
  return { fields: submit ? [] : [{ ref, value: text }], isAppended: append };
}

interface Filled extends Pick<FillArgs, 'fields'> {
  readonly isAppended: boolean;
}
