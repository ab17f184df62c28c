// Reads the messages of a native host in the extension.
import { fromWireError, isRecord, toWireError } from './error.ts';
import { parseCapabilities } from './hello.ts';
import { numberFrom, textFrom } from './json.ts';
import {
  hostRequestTypes,
  parseAck,
  parseAgentLabel,
  parseChunk,
  requestIdOf,
  type ToBrowser,
  type ToolRequest,
} from './native-message.ts';
import { isWireRange } from './version.ts';

/** Reads one message of a host; undefined when it is invalid or of a later wire version. */
export function parseToBrowser(value: unknown): ToBrowser | undefined {
  if (!isRecord(value)) return undefined;
  const { type } = value;
  switch (type) {
    case 'pong':
      return { type, timestamp: numberFrom(value.timestamp) };
    case 'status_response':
      return { type, native_host_version: textFrom(value.native_host_version) };
    case 'tool_request':
      return parseToolRequest(value);
    case 'mcp_connected':
    case 'mcp_disconnected':
      return { type, client_id: numberFrom(value.client_id), count: numberFrom(value.count) };
    case 'cancel':
      return typeof value.id === 'string'
        ? { type, id: value.id, reason: textOr(value.reason, 'cancelled') }
        : undefined;
    case 'hello':
      return parseHostGreeting(value);
    case 'error':
      return parseError(value);
    case 'chunk':
      return parseChunk(value);
    case 'ack':
      return parseAck(value);
    case 'progress':
      return parseProgress(value);
    default:
      return parseHostResult(value);
  }
}

function parseProgress(value: Record<string, unknown>): ToBrowser | undefined {
  const requestId = requestIdOf(value);
  const { progress, total, message } = value;
  if (requestId === undefined || typeof progress !== 'number') return undefined;
  return {
    type: 'progress',
    request_id: requestId,
    progress,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

function parseHostResult(value: Record<string, unknown>): ToBrowser | undefined {
  const requestId = requestIdOf(value);
  const isResult = hostRequestTypes.some((type) => value.type === `${type}_result`);
  return isResult && requestId !== undefined ? { type: 'host_result', request_id: requestId, body: value } : undefined;
}

function parseToolRequest(value: Record<string, unknown>): ToolRequest | undefined {
  const { id, client_id, method, params, deadline_ms, may_hold } = value;
  const agent = parseAgentLabel(value.agent);
  if (typeof id !== 'string' || typeof method !== 'string' || agent === undefined) return undefined;
  if (typeof deadline_ms !== 'number' || !(deadline_ms >= 0)) return undefined;
  const call = { id, client_id: numberFrom(client_id), agent, method, params, deadline_ms };
  return { type: 'tool_request', ...call, ...(may_hold === true ? { may_hold } : {}) };
}

function parseHostGreeting(value: Record<string, unknown>): ToBrowser | undefined {
  const { wire, version, host_id, capabilities } = value;
  if (!isWireRange(wire) || typeof version !== 'string' || typeof host_id !== 'string') return undefined;
  return { type: 'hello', wire, version, host_id, capabilities: parseCapabilities(capabilities) };
}

function parseError(value: Record<string, unknown>): ToBrowser {
  const { request_id, error } = value;
  if (typeof request_id === 'string' || typeof request_id === 'number') {
    return { type: 'error', request_id, error: toWireError(fromWireError(error)) };
  }
  return { type: 'error', error: textOr(error, 'The host reported an error without a message.') };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
