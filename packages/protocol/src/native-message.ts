// The messages between a native host and the extension that started it, including those of legacy extensions.
import type { JsonObject, Progress } from './app.ts';
import type { Ack, Chunk } from './chunk-sender.ts';
import { isRecord, type WireError } from './error.ts';
import { type BrowserHello, type Capability, parseBrowserHello } from './hello.ts';
import type { WireRange } from './version.ts';

/** Whom a call is made for. Tabs and slots belong to the session; only an agent with a key is remembered. */
export interface AgentLabel {
  readonly id: string;
  readonly name: string;
  readonly session: string;
  readonly remembered: boolean;
}

/** A call to the extension. A legacy extension reads only `method` and `params`. */
export interface ToolRequest {
  readonly type: 'tool_request';
  readonly id: string;
  readonly client_id: number;
  readonly agent: AgentLabel;
  readonly method: string;
  readonly params: unknown;
  /** The time left. */
  readonly deadline_ms: number;
  /** The deadline is paused between `held` and `resumed`. Without this field it is never paused. */
  readonly may_hold?: boolean;
}

export type ToBrowser =
  | { readonly type: 'pong'; readonly timestamp: number }
  | { readonly type: 'status_response'; readonly native_host_version: string }
  | ToolRequest
  | { readonly type: 'mcp_connected' | 'mcp_disconnected'; readonly client_id: number; readonly count: number }
  | { readonly type: 'cancel'; readonly id: string; readonly reason: string }
  | {
      readonly type: 'hello';
      readonly wire: WireRange;
      readonly version: string;
      readonly host_id: string;
      readonly capabilities: readonly Capability[];
    }
  /** A text, as legacy extensions expect it; for a `host_*` request an object with its request_id. */
  | { readonly type: 'error'; readonly error: string }
  | { readonly type: 'error'; readonly request_id: string | number; readonly error: WireError }
  /** The answer to a `host_*` request: the whole message. */
  | { readonly type: 'host_result'; readonly request_id: string | number; readonly body: JsonObject }
  | ({ readonly type: 'progress'; readonly request_id: string | number } & Progress)
  | Chunk
  | Ack;

export type FromBrowser =
  | { readonly type: 'ping' }
  | { readonly type: 'get_status' }
  /** `body` is the whole message without `type`; framed clients get it like this. */
  | { readonly type: 'tool_response'; readonly id: string | undefined; readonly body: Record<string, unknown> }
  | { readonly type: 'notification'; readonly body: Record<string, unknown> }
  | { readonly type: 'progress'; readonly id: string; readonly body: Record<string, unknown> }
  | { readonly type: 'held' | 'resumed'; readonly id: string }
  | { readonly type: 'hello'; readonly hello: BrowserHello }
  | { readonly type: 'host_request'; readonly requestId: string | number | undefined; readonly message: HostRequest }
  /** Nobody waits for this `host_*` request anymore. */
  | { readonly type: 'cancel'; readonly requestId: string | number }
  | Chunk
  | Ack;

/** A `host_*` request, forwarded unchanged to the gateway. */
export interface HostRequest extends Record<string, unknown> {
  readonly type: HostRequestType;
}

export const hostRequestTypes = [
  'host_grant_permission',
  'host_revoke_permission',
  'host_check_permission',
  'host_get_permissions',
  'host_expire_tab_grants',
  'host_list_tools',
  'host_call_tool',
  'host_get_stats',
  'host_note_decision',
  'host_panel',
  'host_use_secret',
  'host_secret_shown',
] as const;

export type HostRequestType = (typeof hostRequestTypes)[number];

/** Reads one message of the browser side, or returns the reason why it is invalid. Legacy extensions know these texts. */
export function parseFromBrowser(value: unknown): FromBrowser | { readonly type: 'invalid'; readonly reason: string } {
  if (!isRecord(value)) return invalid('A message must be a JSON object.');
  const { type, ...body } = value;
  switch (type) {
    case 'ping':
    case 'get_status':
      return { type };
    case 'tool_response':
      return { type, id: typeof body.id === 'string' ? body.id : undefined, body };
    case 'notification':
      return { type, body };
    case 'progress':
      return typeof body.id === 'string' ? { type, id: body.id, body } : invalid('progress needs the id of its call.');
    case 'held':
    case 'resumed':
      return typeof body.id === 'string' ? { type, id: body.id } : invalid(`${type} needs the id of its call.`);
    case 'hello': {
      const hello = parseBrowserHello(body);
      return hello === undefined
        ? invalid('hello lacks wire, version, browser, profile or tools_hash.')
        : { type, hello };
    }
    case 'cancel': {
      const requestId = requestIdOf(body);
      return requestId === undefined ? invalid('cancel needs the request_id of its request.') : { type, requestId };
    }
    case 'chunk':
      return parseChunk(body) ?? invalid('chunk needs id, seq, last and data.');
    case 'ack':
      return parseAck(body) ?? invalid('ack needs id and seq.');
    default:
      return parseHostRequest(value) ?? invalid(`Unknown message type: ${describe(type)}`);
  }
}

export function parseChunk(body: Record<string, unknown>): Chunk | undefined {
  const { id, seq, last, data, abort } = body;
  if (typeof id !== 'string' || !Number.isInteger(seq) || typeof seq !== 'number' || typeof data !== 'string')
    return undefined;
  return { type: 'chunk', id, seq, last: last === true, data, ...(abort === true ? { abort } : {}) };
}

export function parseAck(body: Record<string, unknown>): Ack | undefined {
  const { id, seq, error } = body;
  if (typeof id !== 'string' || typeof seq !== 'number') return undefined;
  // Not checked here: fromWireError accepts any value.
  return { type: 'ack', id, seq, ...(isRecord(error) ? { error: error as unknown as WireError } : {}) };
}

export function parseAgentLabel(value: unknown): AgentLabel | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name, stay, remembered } = value;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof stay !== 'string') return undefined;
  return { id, name, session: stay, remembered: remembered === true };
}

/** On the wire the session is called `stay`: extensions, hosts and editors of other versions read that name. */
export function toWireAgent({ id, name, session, remembered }: AgentLabel): JsonObject {
  return { id, name, stay: session, remembered };
}

function parseHostRequest(value: Record<string, unknown>): FromBrowser | undefined {
  const type = hostRequestTypes.find((known) => known === value.type);
  if (type === undefined) return undefined;
  return { type: 'host_request', requestId: requestIdOf(value), message: { ...value, type } };
}

export function requestIdOf({ request_id }: Record<string, unknown>): string | number | undefined {
  return typeof request_id === 'string' || typeof request_id === 'number' ? request_id : undefined;
}

function invalid(reason: string): { readonly type: 'invalid'; readonly reason: string } {
  return { type: 'invalid', reason };
}

/** The error text contains the type, so a long one is cut. */
function describe(type: unknown): string {
  return typeof type === 'object' && type !== null ? 'object' : String(type).slice(0, 100);
}
