// The requests that the agent's tab has made: a list, or one with its headers and body.
import { foreign, ours, type Part, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { RequestFacts } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';
import { defineTabTool } from './tab-tool.ts';

const SHOWN = 30;

export const networkRequestsTool = defineTabTool({
  name: 'network_requests',
  title: 'Network requests',
  description:
    'Lists the last requests of your tab, newest last; with ref, shows one with headers and request body. Secrets are redacted. Response bodies are not kept.',
  input: z.object({
    filter: z.string().max(200).optional().describe('Part of the address, a method, type or status, or failed.'),
    ref: z.string().optional().describe('r12, from the list.'),
    part: z.enum(['headers', 'body']).optional(),
  }),
  effect: 'read',
  verb: 'read',
  async run({ filter, ref, part }, { tabId, url }, context) {
    const all = context.requests(tabId);
    const one = ref === undefined ? undefined : all.find((request) => request.ref === ref);
    if (ref !== undefined && one === undefined) throw unknownRef(ref);
    if (one !== undefined) return { facts: { tabId, request: one }, parts: [shown(detailsOf(one, part), url)] };
    const found = all.filter((request) => filter === undefined || matches(request, filter.toLowerCase()));
    const listed = found.slice(-SHOWN);
    const older = found.length - listed.length;
    const head = `${found.length} of ${all.length} requests${older > 0 ? `; the last ${listed.length}` : ''}.`;
    return {
      facts: { tabId, requests: listed, older },
      parts: [ours(head), ...(listed.length === 0 ? [] : [shown(listed.map(lineOf), url)])],
    };
  },
});

/** Addresses, headers and bodies are written by pages and servers. */
function shown(lines: readonly string[], url: string): Part {
  return foreign(lines.join('\n'), siteOf(url));
}

function matches({ url, method, type, status, error }: RequestFacts, wanted: string): boolean {
  if (wanted === 'failed') return error !== undefined || (status ?? 0) >= 400;
  return [url, method, type, String(status ?? '')].some((text) => text.toLowerCase().includes(wanted));
}

function lineOf({ ref, method, url, type, status, error, durationMs, isFromCache }: RequestFacts): string {
  const end = error ?? (durationMs === undefined ? 'open' : String(status ?? ''));
  const time = durationMs === undefined ? '' : ` ${durationMs} ms`;
  return `${ref} ${method} ${url} ${type} ${end}${time}${isFromCache === true ? ' cached' : ''}`;
}

function detailsOf(request: RequestFacts, part: 'headers' | 'body' | undefined): string[] {
  const { startedAtMs, requestHeaders, responseHeaders, requestBody } = request;
  const headers = [
    ...(request.isClosed === true ? ['headers of a site that you may not read'] : []),
    ...requestHeaders.map(({ name, value }) => `> ${name}: ${value}`),
    ...responseHeaders.map(({ name, value }) => `< ${name}: ${value}`),
  ];
  const body = requestBody === undefined ? [] : ['body:', requestBody];
  return [
    lineOf(request),
    `started ${new Date(startedAtMs).toISOString()}`,
    ...(part === 'body' ? [] : headers),
    ...(part === 'headers' ? [] : body),
  ];
}

function unknownRef(ref: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `There is no request ${ref.slice(0, 20)} in this tab.`, {
    hint: 'Call network_requests without ref for the list. Old requests are dropped.',
  });
}
