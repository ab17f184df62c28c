// What the arguments of a call into the page name, whatever the call: refs, a point of a picture, the fields of a form.
import type { FillArgs, PicturePoint } from '../base/page-calls.ts';
import type { Refs } from './refs.ts';
import { focused } from './target.ts';

export function refsIn(args: unknown): string[] {
  const {
    ref,
    toRef,
    fields = [],
  } = (args ?? {}) as Partial<FillArgs & { readonly ref: string; readonly toRef: string }>;
  return [ref, toRef, ...fields.map((field) => field.ref)].filter((one) => one !== undefined);
}

export function pointIn(args: unknown): PicturePoint | undefined {
  return (args as { readonly point?: PicturePoint } | null)?.point;
}

export function continuesAction(args: unknown): boolean {
  return (args as { readonly continuesAction?: boolean } | null)?.continuesAction === true;
}

/** What the action is about; of many fields the last. */
export function watchedBy(args: unknown, refs: Refs): Element | undefined {
  const { ref, fields } = args as { readonly ref?: string; readonly fields?: readonly { readonly ref: string }[] };
  const named = ref ?? fields?.at(-1)?.ref;
  return named === undefined ? focused() : refs.find(named).element;
}

/** What the agent gave the fields of a form. */
export function givenBy(args: unknown, refs: Refs): Map<Element, unknown> {
  const { fields = [] } = args as Partial<FillArgs>;
  return new Map(fields.map(({ ref, value }) => [refs.find(ref).element, value]));
}
