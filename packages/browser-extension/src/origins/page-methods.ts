// What `window.agent` can do, each for the origin and tab that the browser stated.
import { type JsonObject, limits, SallyportError } from '@sallyport/protocol';
import { readForeign } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { type AskGateway, fieldsOf, type Grant, grantsOf, isScope } from './gateway.ts';
import type { PageConsent } from './page-consent.ts';
import type { PageMethods } from './page-door.ts';
import type { PageSender } from './page-sender.ts';

export interface PageMethodsOptions {
  readonly ask: AskGateway;
  readonly consent: PageConsent;
  /** Reads the tab in front, after the gateway has said that the page may. */
  readonly readActiveTab: (signal: AbortSignal) => Promise<object>;
  /** Waits until earlier tabs' grants have ended. */
  readonly settled: () => Promise<void>;
}

type GrantWord = 'granted-once' | 'granted-always' | 'denied' | 'not-granted';

const NAME_CHARS = 200;
const LIST_MAX = 200;
const names = z.array(z.string().max(NAME_CHARS)).max(LIST_MAX);
const permissionRequest = z.object({ scopes: names, reason: z.string().max(2000).optional(), tools: names.optional() });
const toolCall = z.object({
  tool: z.string().max(NAME_CHARS),
  args: z.record(z.string(), z.unknown()),
  runId: z.string().max(NAME_CHARS).optional(),
  timeoutMs: z.number().optional(),
});
const newRun = z.object({ maxCalls: z.number().optional() });
const opened = z.object({ run_id: z.string(), max_calls: z.number() });

/** The gateway's own deadline for a call ends it before this one does. */
const CALL_GRACE_MS = 15_000;

export function pageMethodsOf({ ask, consent, readActiveTab, settled }: PageMethodsOptions): PageMethods {
  async function permissions(page: PageSender, scopes: readonly string[]) {
    const grants = await grantsOf(ask, page);
    const words = scopes.map((scope) => [scope, wordFor(scope, grants)] as const);
    const calls = grants.filter(({ scope, grantType }) => scope === 'mcp:tools.call' && grantType !== 'DENY');
    const isOpen = calls.some(({ allowedTools }) => allowedTools === undefined);
    const allowedTools = [...new Set(calls.flatMap(({ allowedTools: listed = [] }) => listed))];
    return { scopes: Object.fromEntries(words), ...(calls.length === 0 || isOpen ? {} : { allowedTools }) };
  }

  return {
    async requestPermissions(params, { page, signal }) {
      const { scopes, reason = '', tools } = parsed(permissionRequest, params, 'scopes must be a list of names.');
      await settled();
      // Scopes of other products are not granted; the rest of the request still counts.
      await consent.request(page, { scopes: scopes.filter(isScope), reason, tools }, signal);
      const now = await permissions(page, scopes);
      return { granted: Object.values(now.scopes).every((word) => word.startsWith('granted')), ...now };
    },
    async 'permissions.list'(_, { page }) {
      await settled();
      const grants = await grantsOf(ask, page);
      return { origin: page.origin, ...(await permissions(page, [...new Set(grants.map(({ scope }) => scope))])) };
    },
    async 'tools.list'(_, { page, signal }) {
      await settled();
      const { tools } = await ask('host_list_tools', fieldsOf(page), { signal });
      return tools;
    },
    async 'tools.call'(params, { page, signal, onProgress }) {
      const { tool, args, runId, timeoutMs } = parsed(toolCall, params, 'tool must be a name such as server/tool.');
      await settled();
      const fields: JsonObject = { ...fieldsOf(page), tool_name: tool, args, run_id: runId, timeout_ms: timeoutMs };
      const { result, provenance } = await ask('host_call_tool', fields, {
        signal,
        onProgress,
        timeoutMs: limits.webOrigin.timeoutMaxMs + CALL_GRACE_MS,
      });
      return { ...Object(result), provenance };
    },
    async createRun(params, { page, signal }) {
      const { maxCalls } = parsed(newRun, params, 'maxCalls must be a number.');
      await settled();
      const fields = { ...fieldsOf(page), new_run: true, max_calls: maxCalls };
      const { run_id: runId, max_calls: most } = opened.parse(await ask('host_call_tool', fields, { signal }));
      return { runId, maxCalls: most };
    },
    async 'activeTab.readability'(_, { page, signal }) {
      await settled();
      const scope = 'browser:activeTab.read';
      const grants = (await grantsOf(ask, page)).filter((grant) => grant.scope === scope);
      if (wordFor(scope, grants) === 'denied') throw denied(page);
      if (grants.length === 0) throw undecided(page);
      return readActiveTab(signal);
    },
  };
}

/** A yes for this tab comes before what was decided for good. */
function wordFor(wanted: string, grants: readonly Grant[]): GrantWord {
  const decided = grants.filter(({ scope }) => scope === wanted);
  if (decided.some(({ grantType }) => grantType === 'ALLOW_ONCE')) return 'granted-once';
  if (decided.some(({ grantType }) => grantType === 'ALLOW_ALWAYS')) return 'granted-always';
  return decided.length === 0 ? 'not-granted' : 'denied';
}

function parsed<Schema extends z.ZodType>(schema: Schema, params: unknown, complaint: string): z.infer<Schema> {
  const read = readForeign(schema, params);
  if (read?.success) return read.data;
  throw new SallyportError('ERR_INPUT_INVALID', complaint);
}

function undecided({ origin }: PageSender): SallyportError {
  return new SallyportError('ERR_SCOPE_REQUIRED', `${origin} has no permission for browser:activeTab.read.`, {
    hint: 'Ask for it with window.agent.requestPermissions.',
    data: { scope: 'browser:activeTab.read' },
  });
}

function denied({ origin }: PageSender): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user denied browser:activeTab.read to ${origin}.`, {
    hint: 'Only the user can change that, in the Sallyport panel of the browser.',
    data: { scope: 'browser:activeTab.read' },
  });
}
