// Well-formed messages of each kind, which inputs are made from.
import { WIRE } from '@sallyport/protocol';
import type { Json } from '../base/target.ts';

const agent = { id: 'agent_1', name: 'Ada', stay: 'a'.repeat(32), remembered: false };
const wire = [...WIRE];

export const browserHello = {
  type: 'hello',
  wire,
  version: '0.1.0',
  browser: { name: 'Testfox', version: '1' },
  profile: { id: 'p1' },
  capabilities: ['ids', 'held', 'chunks', 'raw'],
  tools_hash: 'h1',
};

const origin = 'https://page.example';

export const hostRequests: readonly [Json, ...Json[]] = [
  {
    type: 'host_grant_permission',
    request_id: 'r1',
    origin,
    scope: 'mcp:tools.call',
    grant_type: 'ALLOW_ONCE',
    tab_id: 3,
  },
  { type: 'host_revoke_permission', request_id: 'r2', origin, scope: 'mcp:tools.call' },
  { type: 'host_check_permission', request_id: 'r3', origin, scope: 'mcp:tools.call', tool_name: 'plain/echo' },
  { type: 'host_get_permissions', request_id: 4, origin, profile_id: 'p1' },
  { type: 'host_expire_tab_grants', request_id: 'r5', tab_id: 3 },
  { type: 'host_list_tools', request_id: 'r6', origin, server_ids: ['plain'] },
  {
    type: 'host_call_tool',
    request_id: 'r7',
    origin,
    tool_name: 'plain/echo',
    args: { text: 'x' },
    timeout_ms: 500,
    new_run: true,
  },
  { type: 'host_get_stats', request_id: 'r8' },
  {
    type: 'host_note_decision',
    request_id: 'r9',
    agent: { id: 'a', name: 'A' },
    site: 'https://a.example',
    scope: 'browser:tab',
    result: 'DENY',
  },
];

export const fromBrowser: readonly [Json, ...Json[]] = [
  { type: 'get_status' },
  { type: 'tool_response', id: 'x-1', result: { content: [{ type: 'text', text: 'done' }] } },
  {
    type: 'tool_response',
    id: 'x-1',
    error: { code: 'ERR_TOOL_FAILED', message: 'no', hint: 'h', foreign: [{ text: 't', origin }] },
  },
  { type: 'tool_response', result: 'plain' },
  { type: 'notification', method: 'tab', params: { id: 1 } },
  { type: 'progress', id: 'x-1', progress: 1, total: 2, message: 'half' },
  { type: 'held', id: 'x-1' },
  { type: 'resumed', id: 'x-1' },
  { type: 'chunk', id: 'c1', seq: 0, last: false, data: '{"type":"pi' },
  { type: 'chunk', id: 'c1', seq: 1, last: true, data: 'ng"}' },
  { type: 'ack', id: 'c1', seq: 0 },
  browserHello,
];

export const toBrowser: readonly [Json, ...Json[]] = [
  {
    type: 'tool_request',
    id: 'x-1',
    client_id: 1,
    agent,
    method: 'call_tool',
    params: { name: 'click' },
    deadline_ms: 1000,
  },
  { type: 'mcp_connected', client_id: 1, count: 1 },
  { type: 'cancel', id: 'x-1', reason: 'late' },
  { type: 'hello', wire, version: '0.1.0', host_id: 'h', capabilities: [] },
  { type: 'error', request_id: 'r1', error: { code: 'ERR_INTERNAL', message: 'm' } },
];

export const linkMessages: readonly [Json, ...Json[]] = [
  { type: 'call', id: 'x-1', deadlineMs: 1000, agent, method: 'call_tool', params: { name: 'click', arguments: {} } },
  { type: 'result', id: 'x-1', result: { ok: true } },
  { type: 'failure', id: 'x-1', error: { code: 'ERR_TOOL_FAILED', message: 'no' } },
  { type: 'event', name: 'notification', params: {} },
  { type: 'hello', role: 'client', wire, version: '0', capabilities: [], token: 't' },
];

export const lineCommands: readonly [Json, ...Json[]] = [
  { command: 'ping', id: 1 },
  { command: 'version' },
  { command: 'navigate', params: { url: 'https://example.com' }, id: 2, timeout: 5000 },
  { command: 'click', selector: '#a', agentId: 'secret-secret-secret-secret' },
  { authToken: 'wrong' },
];

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  progressToken: 1,
};
const rpc = (id: number | string, method: string, params: Json): Json => ({ jsonrpc: '2.0', id, method, params });

/** What an agent sends; those of the newest revision describe themselves. */
export const agentMessages: readonly [Json, ...Json[]] = [
  rpc(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'x', version: '1' },
  }),
  rpc(2, 'tools/list', { _meta: meta, cursor: 'c' }),
  rpc('three', 'tools/call', { name: 'plain__echo', arguments: { text: 'x' }, _meta: meta }),
  rpc(4, 'prompts/list', { _meta: meta }),
  rpc(5, 'prompts/get', { name: 'plain__p', arguments: {}, _meta: meta }),
  rpc(6, 'resources/read', { uri: 'file:///a', _meta: meta }),
  rpc(7, 'completion/complete', {
    ref: { type: 'ref/prompt', name: 'p' },
    argument: { name: 'a', value: 'b' },
    _meta: meta,
  }),
  rpc(8, 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta }),
  rpc(9, 'server/discover', { _meta: meta }),
  rpc(10, 'logging/setLevel', { level: 'debug' }),
  rpc(11, 'ping', {}),
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2, reason: 'r' } },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 1, result: { action: 'accept', content: {} } },
  { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'm', data: {} } },
];
