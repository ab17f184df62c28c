// The requests that the agent's tab has made: a list, one with its headers and bodies, or a HAR file.
import { file, foreign, ours, type Part, type Reply, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { MissingResponse, RequestFacts, ResponseBody, TabFacts } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';
import type { ToolContext } from './context.ts';
import { type HarEntry, harOf } from './har.ts';
import { defineTabTool } from './tab-tool.ts';
import { base64Of } from './upload.ts';

const SHOWN = 30;
const BODY_CHARS = 4_000;
/** Of each response in a HAR file, and of all together. */
const HAR_BODY_CHARS = 64_000;
const HAR_CHARS = 4_000_000;
/** Of what follows when the file is full. */
const LEFT_OUT: ResponseBody = { missing: 'gone' };

const parts = ['headers', 'body', 'response'] as const;

export const networkRequestsTool = defineTabTool({
  name: 'network_requests',
  title: 'Network requests',
  description:
    'Lists the last requests of your tab, newest last; with ref, shows one with headers, timing and bodies. Secrets are redacted.',
  input: z.object({
    filter: z.string().max(200).optional().describe('Part of the address, a method, type or status, or failed.'),
    ref: z.string().optional().describe('r12, from the list.'),
    part: z.enum(parts).optional(),
    har: z.boolean().default(false),
  }),
  effect: 'read',
  verb: 'read',
  async run({ filter, ref, part, har }, tab, context) {
    const { tabId, url } = tab;
    await context.keepResponses(tabId);
    const all = context.requests(tabId);
    const one = ref === undefined ? undefined : all.find((request) => request.ref === ref);
    if (ref !== undefined && one === undefined) throw unknownRef(ref);
    const found = one === undefined ? all.filter((request) => matches(request, filter?.toLowerCase())) : [one];
    if (har) return saved(tab, found, context);
    if (one !== undefined) return details(tab, one, part, context);
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

function matches({ url, method, type, status, error }: RequestFacts, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'failed') return error !== undefined || (status ?? 0) >= 400;
  return [url, method, type, String(status ?? '')].some((text) => text.toLowerCase().includes(wanted));
}

function lineOf({ ref, method, url, type, status, error, durationMs, isFromCache }: RequestFacts): string {
  const end = error ?? (durationMs === undefined ? 'open' : String(status ?? ''));
  const time = durationMs === undefined ? '' : ` ${durationMs} ms`;
  return `${ref} ${method} ${url} ${type} ${end}${time}${isFromCache === true ? ' cached' : ''}`;
}

type PartName = (typeof parts)[number];

async function details(
  { tabId, url }: TabFacts,
  request: RequestFacts,
  part: PartName | undefined,
  context: ToolContext,
): Promise<Reply> {
  const { startedAtMs, requestHeaders, responseHeaders, requestBody } = request;
  const isWanted = (name: PartName) => part === undefined || part === name;
  const response = isWanted('response') ? await context.response(tabId, request, BODY_CHARS) : undefined;
  const headers = [
    ...(request.isClosed === true ? ['headers of a site that you may not read'] : []),
    ...requestHeaders.map(({ name, value }) => `> ${name}: ${value}`),
    ...responseHeaders.map(({ name, value }) => `< ${name}: ${value}`),
  ];
  const lines = [
    lineOf(request),
    `started ${new Date(startedAtMs).toISOString()}${timesOf(request)}`,
    ...(isWanted('headers') ? headers : []),
    ...(isWanted('body') && requestBody !== undefined ? ['body:', requestBody] : []),
    ...(response !== undefined && 'text' in response ? ['response:', response.text] : []),
  ];
  return {
    facts: { tabId, request, ...(response === undefined ? {} : { response }) },
    parts: [shown(lines, url), ...noteOn(response)],
  };
}

function timesOf({ sentMs, answeredMs, durationMs }: RequestFacts): string {
  const after = (what: string, ms: number | undefined) => (ms === undefined ? '' : `, ${what} after ${ms} ms`);
  return `${after('sent', sentMs)}${after('answered', answeredMs)}${after('complete', durationMs)}`;
}

function noteOn(response: ResponseBody | undefined): Part[] {
  if (response === undefined) return [];
  if ('missing' in response) return [ours(`No response body: ${reasons[response.missing]}`)];
  const { omittedChars } = response;
  return omittedChars === 0 ? [] : [ours(`${omittedChars} more characters of the response are left out.`)];
}

const reasons: Readonly<Record<MissingResponse, string>> = {
  closed: 'it came from a site that you may not read.',
  open: 'it is not complete yet.',
  browser: 'Firefox gives extensions none.',
  debugger: 'Chromium gives it to its debugger alone, which the user has switched off or cancelled.',
  notKept:
    'it came before you first looked at requests while the debugger was attached. Act on the page so that the request is made again, and look again.',
  binary: 'it is not text.',
  gone: 'the browser does not have it any more: the page was left, or the response is empty or too large.',
};

async function saved(
  { tabId, url }: TabFacts,
  requests: readonly RequestFacts[],
  context: ToolContext,
): Promise<Reply> {
  const entries: HarEntry[] = [];
  let charsLeft = HAR_CHARS;
  for (const request of requests) {
    const response =
      charsLeft > 0 ? await context.response(tabId, request, Math.min(HAR_BODY_CHARS, charsLeft)) : LEFT_OUT;
    charsLeft -= 'text' in response ? response.text.length : 0;
    entries.push({ request, response });
  }
  const name = `${siteOf(url).replace(/^\w+:\/+/, '')}.har`;
  const bodies = entries.filter(({ response }) => 'text' in response).length;
  const head = `HAR file with ${entries.length} requests, ${bodies} of them with the body of the response.`;
  const data = base64Of(name, { text: harOf(entries) });
  return {
    facts: { tabId, requests: entries.length, bodies },
    parts: [ours(head), file({ name, mimeType: 'application/json', data })],
  };
}

function unknownRef(ref: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `There is no request ${ref.slice(0, 20)} in this tab.`, {
    hint: 'Call network_requests without ref for the list. Old requests are dropped.',
  });
}
