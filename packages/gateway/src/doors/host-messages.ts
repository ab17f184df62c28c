// Parses and answers `host_*` messages, which the extension sends for web pages and for its own UI.
import type { CallOutcome } from '@sallyport/mcp-door';
import {
  type CallOptions,
  type Fence,
  type HostRequestType,
  hostRequestTypes,
  isRecord,
  type JsonObject,
  renderResult,
  SallyportError,
} from '@sallyport/protocol';
import type { CallRequest } from '../path/call.ts';
import type { SiteDecision } from '../path/decisions.ts';
import type { Claimed } from '../rooms/callers/callers.ts';
import { type Grant, type GrantTerms, isTexts } from '../rooms/grants/grant.ts';
import type { Checked, ScopeRequest } from '../rooms/grants/grants.ts';
import { type GrantType, requireGrantType, requireScope } from '../rooms/grants/scopes.ts';

type OriginClaim = Extract<Claimed, { role: 'origin' }>;

export interface HostPorts {
  readonly grant: (request: ScopeRequest, grantType: GrantType, terms: GrantTerms) => Grant;
  readonly revoke: (subject: OriginClaim, scope: string | undefined) => readonly Grant[];
  readonly check: (request: ScopeRequest, tool?: string) => Checked;
  readonly grantsOf: (subject: OriginClaim) => readonly Grant[];
  /** The grants of all origins in a profile, and how many calls each of them has made in this hour. */
  readonly allGrants: (profileId: string) => { readonly grants: readonly Grant[]; readonly calls: JsonObject };
  readonly expireTab: (tabId: number, profileId: string) => readonly Grant[];
  readonly listTools: (by: OriginClaim, serverIds: readonly string[] | undefined) => Promise<readonly JsonObject[]>;
  /** The tools that an origin could be allowed to use. */
  readonly grantableTools: () => Promise<readonly JsonObject[]>;
  readonly callTool: (request: CallRequest, options: CallOptions) => Promise<CallOutcome>;
  readonly fence: Fence;
  readonly beginRun: (origin: string, maxCalls?: number) => { readonly runId: string; readonly maxCalls: number };
  readonly stats: () => JsonObject;
  readonly noteSite: (decision: SiteDecision) => void;
  /** The value of a secret that a call of this browser has named. */
  readonly useSecret: (message: JsonObject, signal: AbortSignal) => Promise<JsonObject>;
  /** A page was found to show secrets. */
  readonly secretShown: (message: JsonObject) => void;
  /** Throws what the user should read. */
  readonly panel: (message: JsonObject) => Promise<JsonObject>;
}

export interface HostContext extends CallOptions {
  /** The profile of the sending browser, unless the message names another. */
  readonly profileId: string;
}

type Handler = (message: JsonObject, ports: HostPorts, context: HostContext) => JsonObject | Promise<JsonObject>;

/** The reply message to one `host_*` request. What it throws is the failure. */
export async function answerHostMessage(
  method: string,
  message: unknown,
  ports: HostPorts,
  context: HostContext,
): Promise<JsonObject> {
  const type = hostRequestTypes.find((known) => known === method);
  if (type === undefined || !isRecord(message)) {
    throw new SallyportError('ERR_PROTOCOL_ERROR', 'The gateway does not support this request of a native host.');
  }
  const body = await handlers[type](message, ports, context);
  const { request_id } = message;
  return { type: `${type}_result`, request_id, ...body };
}

const handlers: Readonly<Record<HostRequestType, Handler>> = {
  host_grant_permission(message, ports, context) {
    const grantType = message.grant_type === undefined ? 'ALLOW_ONCE' : requireGrantType(message.grant_type);
    const grant = ports.grant(requestOf(message, context), grantType, termsOf(message));
    return { granted: grantType !== 'DENY', grant };
  },
  host_revoke_permission(message, ports, context) {
    const scope = message.scope === undefined ? undefined : requireScope(message.scope);
    return { revoked: ports.revoke(claimOf(message, context), scope).length > 0 };
  },
  host_check_permission(message, ports, context) {
    const tool = optionalText(message, 'tool_name');
    const checked = ports.check(requestOf(message, context), tool);
    if (checked.granted) return { granted: true, grant: checked.grant };
    const { code, message: text, hint } = checked.error;
    const error = { code, message: text, hint };
    return { granted: false, error, grant: checked.grant };
  },
  host_get_permissions: (message, ports, context) =>
    message.for_user === true
      ? ports.allGrants(profileOf(message, context))
      : { grants: ports.grantsOf(claimOf(message, context)) },
  host_expire_tab_grants(message, ports, context) {
    const tabId = tabOf(message);
    if (tabId === undefined) throw invalid('tab_id', 'the number of a tab');
    return { expired: ports.expireTab(tabId, profileOf(message, context)).length };
  },
  async host_list_tools(message, ports, context) {
    if (message.for_user === true) return { tools: await ports.grantableTools() };
    const { server_ids } = message;
    if (server_ids !== undefined && !isTexts(server_ids)) throw invalid('server_ids', 'a list of names');
    return { tools: await ports.listTools(claimOf(message, context), server_ids) };
  },
  async host_call_tool(message, ports, context) {
    const by = claimOf(message, context);
    const { args = {}, timeout_ms, max_calls } = message;
    const name = optionalText(message, 'tool_name');
    if (max_calls !== undefined && typeof max_calls !== 'number') throw invalid('max_calls', 'a number');
    if (name === undefined && message.new_run === true) return openRun(by, max_calls, ports);
    if (name === undefined) throw invalid('tool_name', 'the name of a tool');
    if (!isRecord(args)) throw invalid('args', 'an object');
    if (timeout_ms !== undefined && typeof timeout_ms !== 'number') throw invalid('timeout_ms', 'a number');
    const runId =
      message.new_run === true ? ports.beginRun(by.origin, max_calls).runId : optionalText(message, 'run_id');
    const run = runId === undefined ? 'shared' : { id: runId };
    const end = await ports.callTool({ kind: 'call', by, name, args, run, timeoutMs: timeout_ms }, context);
    if (!end.ok) throw end.error;
    const result = renderResult(end.result, { fence: ports.fence, hasObject: true });
    return { result, provenance: end.provenance, run_id: runId };
  },
  host_get_stats: (_, ports) => ({ stats: ports.stats() }),
  host_note_decision(message, ports) {
    ports.noteSite(siteDecisionOf(message));
    return {};
  },
  host_panel: (message, ports) => ports.panel(message),
  host_use_secret: (message, ports, { signal }) => ports.useSecret(message, signal),
  host_secret_shown(message, ports) {
    ports.secretShown(message);
    return {};
  },
};

/** Only for an origin that may call: others have no use for a run. */
function openRun(
  { origin, profileId, tabId, isInFrame }: OriginClaim,
  maxCalls: number | undefined,
  ports: HostPorts,
): JsonObject {
  const checked = ports.check({ subject: { origin, profileId }, scope: 'mcp:tools.call', tabId, isInFrame });
  if (!checked.granted) throw checked.error;
  const run = ports.beginRun(origin, maxCalls);
  return { run_id: run.runId, max_calls: run.maxCalls };
}

const siteScopes = [
  'browser:site.read',
  'browser:site.act',
  'browser:site.readState',
  'browser:site.changeState',
  'browser:tab',
] as const;
const siteResults = ['ALLOW_ONCE', 'ALLOW_ALWAYS', 'DENY', 'ended'] as const;

function siteDecisionOf(message: JsonObject): SiteDecision {
  const agent = isRecord(message.agent) ? message.agent : {};
  const id = optionalText(agent, 'id');
  const name = optionalText(agent, 'name');
  const site = optionalText(message, 'site');
  const scope = siteScopes.find((known) => known === message.scope);
  const result = siteResults.find((known) => known === message.result);
  if (id === undefined || name === undefined) throw invalid('agent', 'an object with id and name');
  if (site === undefined) throw invalid('site', 'a text');
  if (scope === undefined) throw invalid('scope', `one of ${siteScopes.join(', ')}`);
  if (result === undefined) throw invalid('result', `one of ${siteResults.join(', ')}`);
  return { agent: { id, name }, site, scope, result, rule: optionalText(message, 'rule') };
}

function claimOf(message: JsonObject, context: HostContext): OriginClaim {
  const tabId = tabOf(message);
  const isInFrame = message.in_frame === true;
  return { role: 'origin', origin: originOf(message), profileId: profileOf(message, context), tabId, isInFrame };
}

function requestOf(message: JsonObject, context: HostContext): ScopeRequest {
  const { origin, profileId, tabId, isInFrame } = claimOf(message, context);
  const scope = requireScope(message.scope);
  return { subject: { origin, profileId }, scope, tabId, isInFrame };
}

/** Accepts only web origins: "null" is shared by all sandboxed frames, and a path is not part of an origin. */
function originOf({ origin }: JsonObject): string {
  if (typeof origin === 'string' && URL.canParse(origin)) {
    const url = new URL(origin);
    if (/^https?:$/.test(url.protocol) && url.origin === origin) return origin;
  }
  throw invalid('origin', 'the origin of a web page, such as https://example.com');
}

function profileOf(message: JsonObject, { profileId }: HostContext): string {
  return optionalText(message, 'profile_id') ?? profileId;
}

function tabOf({ tab_id }: JsonObject): number | undefined {
  if (tab_id === undefined || tab_id === null) return undefined;
  if (typeof tab_id === 'number' && Number.isInteger(tab_id)) return tab_id;
  throw invalid('tab_id', 'the number of a tab');
}

function termsOf({ expires_at, allowed_tools }: JsonObject): GrantTerms {
  if (expires_at !== undefined && typeof expires_at !== 'number') throw invalid('expires_at', 'a time in milliseconds');
  if (allowed_tools !== undefined && !isTexts(allowed_tools)) throw invalid('allowed_tools', 'a list of names');
  return { expiresAt: expires_at, allowedTools: allowed_tools };
}

const TEXT_MAX_LENGTH = 4096;

function optionalText(message: JsonObject, field: string): string | undefined {
  const value = message[field];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= TEXT_MAX_LENGTH) return value;
  throw invalid(field, 'a text');
}

function invalid(field: string, expected: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${field} must be ${expected}.`);
}
