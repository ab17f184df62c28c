// The facts of a failed call, where the product keeps them for programs; a model reads them in the text.
import { metaKeys } from '@sallyport/mcp-door';
import { isRecord } from '@sallyport/protocol';

/** What a failed result has, for `toMatchObject`. */
export function failedWith(facts: object): object {
  return { isError: true, _meta: { [metaKeys.error]: facts } };
}

export function errorFactsOf({ _meta }: { readonly _meta?: unknown }): Record<string, unknown> {
  const facts = isRecord(_meta) ? _meta[metaKeys.error] : undefined;
  return isRecord(facts) ? facts : {};
}
