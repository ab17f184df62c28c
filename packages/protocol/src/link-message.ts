// The messages of the link between the gateway and a native host, in either direction.
import type { Ack, Chunk } from './chunk-sender.ts';
import { isRecord, type WireError } from './error.ts';
import { type Browser, type Capability, type Profile, parseCapabilities } from './hello.ts';
import { numberFrom } from './json.ts';
import { type AgentLabel, parseAck, parseAgentLabel, parseChunk, toWireAgent } from './native-message.ts';
import { isWireRange, type WireRange } from './version.ts';

/** The first message to a native host. `token` is the host's; `gatewayToken` proves the role gateway. */
export interface ClientHello {
  readonly type: 'hello';
  readonly role: 'gateway' | 'client';
  readonly wire: WireRange;
  readonly version: string;
  readonly capabilities: readonly Capability[];
  readonly token: string;
  readonly gatewayToken?: string;
}

/** The native host's answer. Browser and profile are missing until the extension has sent its hello. */
export interface HostHello {
  readonly type: 'hello';
  readonly role: 'host';
  readonly wire: WireRange;
  readonly version: string;
  readonly hostId: string;
  readonly capabilities: readonly Capability[];
  readonly browser?: Browser;
  readonly profile?: Profile;
  readonly toolsHash?: string;
  readonly siteAccess?: boolean;
}

/** `host_*` requests go from host to gateway as calls whose params are the message itself. */
export interface Call {
  readonly type: 'call';
  readonly id: string;
  readonly method: string;
  readonly params: unknown;
  readonly deadlineMs: number;
  readonly agent?: AgentLabel;
}

export type LinkMessage =
  | Call
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'failure'; readonly id: string; readonly error: WireError }
  | { readonly type: 'cancel'; readonly id: string; readonly reason: string }
  | {
      readonly type: 'progress';
      readonly id: string;
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  /** While a call is held, its deadline is paused: a person decides. */
  | { readonly type: 'held' | 'resumed'; readonly id: string }
  /** `browser` repeats the host's hello when the extension sends a new one; `notification` passes one on. */
  | { readonly type: 'event'; readonly name: 'browser' | 'notification'; readonly params: Record<string, unknown> }
  | { readonly type: 'ping' }
  | { readonly type: 'pong'; readonly timestamp: number }
  | Chunk
  | Ack;

export function parseClientHello(value: Record<string, unknown>): ClientHello | undefined {
  const { role, wire, version, capabilities, token, gatewayToken } = value;
  if ((role !== 'gateway' && role !== 'client') || !isWireRange(wire)) return undefined;
  if (typeof version !== 'string' || typeof token !== 'string') return undefined;
  return {
    type: 'hello',
    role,
    wire,
    version,
    capabilities: parseCapabilities(capabilities),
    token,
    ...(typeof gatewayToken === 'string' ? { gatewayToken } : {}),
  };
}

/** Reads a message of the link other than hello; undefined when it is not one. */
export function parseLinkMessage(value: unknown): LinkMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { type, id } = value;
  if (type === 'ping') return { type };
  if (type === 'pong') return { type, timestamp: numberFrom(value.timestamp) };
  if (type === 'event') return parseEvent(value);
  if (type === 'chunk') return parseChunk(value);
  if (type === 'ack') return parseAck(value);
  if (typeof id !== 'string') return undefined;
  switch (type) {
    case 'call':
      return parseCall(id, value);
    case 'result':
      return { type, id, result: value.result };
    case 'failure':
      // Not checked here: fromWireError accepts any value.
      return { type, id, error: value.error as WireError };
    case 'cancel':
      return { type, id, reason: typeof value.reason === 'string' ? value.reason : 'cancelled' };
    case 'held':
    case 'resumed':
      return { type, id };
    case 'progress':
      return {
        type,
        id,
        progress: numberFrom(value.progress),
        ...(typeof value.total === 'number' ? { total: value.total } : {}),
        ...(typeof value.message === 'string' ? { message: value.message } : {}),
      };
    default:
      return undefined;
  }
}

/** The opposite of `parseLinkMessage`. Keeps the order of fields: a host reads only those before the payload. */
export function toWireMessage(message: LinkMessage): object {
  if (message.type !== 'call' || message.agent === undefined) return message;
  return { ...message, agent: toWireAgent(message.agent) };
}

function parseCall(id: string, value: Record<string, unknown>): Call | undefined {
  const { method, params, deadlineMs, agent } = value;
  if (typeof method !== 'string' || typeof deadlineMs !== 'number') return undefined;
  const label = parseAgentLabel(agent);
  return { type: 'call', id, method, params, deadlineMs, ...(label === undefined ? {} : { agent: label }) };
}

function parseEvent(value: Record<string, unknown>): LinkMessage | undefined {
  const { name, params } = value;
  if ((name !== 'browser' && name !== 'notification') || !isRecord(params)) return undefined;
  return { type: 'event', name, params };
}
