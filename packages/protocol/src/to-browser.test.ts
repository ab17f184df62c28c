import { describe, expect, it } from 'vitest';
import { toWireAgent } from './native-message.ts';
import { parseToBrowser } from './to-browser.ts';

const agent = { id: 'agent_e7f8', name: 'Codex', stay: 'session-1', remembered: true };
const label = { id: 'agent_e7f8', name: 'Codex', session: 'session-1', remembered: true };
const request = {
  type: 'tool_request',
  id: '7',
  client_id: 2,
  agent,
  method: 'call_tool',
  params: { name: 'click' },
  deadline_ms: 5000,
};

describe('parseToBrowser', () => {
  it.each([
    [{ type: 'pong', timestamp: 5 }],
    [{ type: 'status_response', native_host_version: '0.1.0' }],
    [{ type: 'mcp_connected', client_id: 1, count: 1 }],
    [{ type: 'mcp_disconnected', client_id: 1, count: 0 }],
    [{ type: 'cancel', id: '7', reason: 'gone' }],
    [{ type: 'hello', wire: [1, 1], version: '0.1.0', host_id: 'h', capabilities: ['ids', 'chunks'] }],
    [{ type: 'error', error: 'Unknown message type: x' }],
    [{ type: 'error', request_id: 3, error: { code: 'ERR_INTERNAL', message: 'no' } }],
    [{ type: 'progress', request_id: 'r1', progress: 1, total: 2, message: 'half' }],
    [{ type: 'chunk', id: '1', seq: 0, last: true, data: '{}' }],
    [{ type: 'ack', id: '1', seq: 0 }],
  ])('reads %j as it is', (message) => {
    expect(parseToBrowser(message)).toEqual(message);
  });

  it('reads whom a call is made for, whose session is called `stay` on the wire', () => {
    expect(parseToBrowser(request)).toEqual({ ...request, agent: label });
    expect(toWireAgent(label)).toEqual(agent);
  });

  it('reads the answer to a request of ours as a whole', () => {
    const body = { type: 'host_list_tools_result', request_id: 'r1', tools: [] };
    expect(parseToBrowser(body)).toEqual({ type: 'host_result', request_id: 'r1', body });
  });

  it('ignores fields of a later version', () => {
    expect(parseToBrowser({ ...request, colour: 'blue' })).toEqual({ ...request, agent: label });
  });

  it.each([
    [null],
    ['tool_request'],
    [[request]],
    [{ type: 'news' }],
    [{ ...request, id: 7 }],
    [{ ...request, agent: { id: 'a' } }],
    [{ ...request, deadline_ms: -1 }],
    [{ ...request, deadline_ms: Number.NaN }],
    [{ type: 'hello', wire: [2, 1], version: '0.1.0', host_id: 'h' }],
    [{ type: 'cancel' }],
    [{ type: 'progress', progress: 1 }],
    [{ type: 'host_list_tools_result', tools: [] }],
    [{ type: 'host_unknown_result', request_id: 'r1' }],
    [{ type: 'chunk', id: '1' }],
  ])('takes %j for no message', (value) => {
    expect(parseToBrowser(value)).toBeUndefined();
  });
});
