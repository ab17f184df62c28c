// The site that a browser tool worked on, as its outcome states it: an origin, never an address.
import type { CallOutcome } from '@sallyport/mcp-door';
import { type CallResult, isRelayed } from '@sallyport/protocol';

export function siteOfEnd(end: CallOutcome): string | undefined {
  return end.ok
    ? siteOfResult(end.result)
    : (originOf(end.error.data?.site) ?? originOf(end.error.foreign?.[0]?.origin));
}

function siteOfResult(result: CallResult): string | undefined {
  if (isRelayed(result)) return undefined;
  const quoted = result.parts.find((part) => part.kind === 'foreign');
  return originOf(result.facts.url) ?? originOf(quoted?.origin);
}

function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}
