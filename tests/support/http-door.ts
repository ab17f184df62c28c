// An HTTP door with an offer that a test directs, and the official client to it in either era.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Admission, type AdmissionRequest, type CallOutcome, HttpDoor, isSameSecret } from '@sallyport/mcp-door';
import type { CallOptions, JsonObject, ToolDeclaration } from '@sallyport/protocol';
import { onTestFinished } from 'vitest';
import type { Era } from './agent.ts';

export const doorToken = 'f'.repeat(64);

export interface DoorWorld {
  readonly door: HttpDoor<{ id: string }>;
  readonly url: URL;
  readonly admitted: AdmissionRequest<{ id: string }>[];
  /** Sessions that ended, and requests that stand alone. */
  readonly left: string[];
  /** Calls that reached the offer, with the function that ends each. */
  readonly calls: { name: string; args: JsonObject; options: CallOptions; end: (end: CallOutcome) => void }[];
  readonly faults: unknown[];
  readonly sessionCounts: number[];
  readonly clock: { nowMs: number };
  changeTools(): void;
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
}

const echo: ToolDeclaration = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  effect: 'read',
};

export async function openDoorWorld(
  options: {
    port?: number;
    mayChoosePort?: boolean;
    headersMs?: number;
    admit?: (request: AdmissionRequest<{ id: string }>) => Admission;
  } = {},
): Promise<DoorWorld> {
  const admitted: DoorWorld['admitted'] = [];
  const left: string[] = [];
  const calls: DoorWorld['calls'] = [];
  const faults: unknown[] = [];
  const sessionCounts: number[] = [];
  const clock = { nowMs: 1_000_000 };
  const listeners = new Set<() => void>();
  const admit = (request: AdmissionRequest<{ id: string }>): Admission => {
    admitted.push(request);
    return {
      offer: {
        about: { name: 'test-door', title: 'Test', instructions: 'Be good.' },
        fence: (text) => `[${text}]`,
        listTools: async () => [echo],
        callTool: (name, args, callOptions) =>
          new Promise((end) => calls.push({ name, args, options: callOptions, end })),
        onToolsChanged: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      leave: () => left.push(request.sessionId ?? 'no session'),
    };
  };
  const door = new HttpDoor({
    port: options.port ?? 0,
    mayChoosePort: options.mayChoosePort ?? false,
    identify: (token) =>
      token !== undefined && (isSameSecret(doorToken, token) || token === 'other') ? { id: token } : undefined,
    hasPath: (path) => path === '/mcp',
    admit: options.admit ?? admit,
    now: () => clock.nowMs,
    ...(options.headersMs === undefined ? {} : { headersMs: options.headersMs }),
    onFault: (thrown) => faults.push(thrown),
    onSessions: (count) => sessionCounts.push(count),
  });
  onTestFinished(() => door.close());
  const port = await door.listen();
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${doorToken}`,
        ...headers,
      },
    });
  const changeTools = () => listeners.forEach((listener) => void listener());
  return { door, url, admitted, left, calls, faults, sessionCounts, clock, changeTools, post };
}

/** Ends with the test. */
export async function connectClient(url: URL, era: Era, token = doorToken) {
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'tester', version: '1.0.0' }, { versionNegotiation: { mode } });
  const heard: string[] = [];
  client.setNotificationHandler('notifications/tools/list_changed', async () => {
    heard.push('notifications/tools/list_changed');
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport, heard };
}

/** The first message of a body that is JSON or a stream of events. */
export async function messageOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.headers.get('content-type') !== 'text/event-stream') return JSON.parse(text);
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null');
}
