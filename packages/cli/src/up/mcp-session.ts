// A minimal MCP client over a child's stdio, for the first call.
import { type ChildProcess, spawn } from 'node:child_process';
import { sessionful } from '@sallyport/mcp-door';
import { isRecord, LineDecoder, limits, OutgoingRequests, SallyportError, systemClock } from '@sallyport/protocol';

export interface McpSession {
  request(method: string, params: object, timeoutMs: number): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const GREETING_MS = 20_000;

/** Starts the command and initializes the MCP session; the caller closes it. */
export async function openMcpSession(
  command: readonly [string, ...string[]],
  options: { readonly env: NodeJS.ProcessEnv; readonly version: string },
): Promise<McpSession> {
  const [file, ...args] = command;
  const child = spawn(file, args, { env: options.env, stdio: ['pipe', 'pipe', 'ignore'] });
  const session = overChild(child);
  const peer = {
    request: (method: string, params: object) => session.request(method, params, GREETING_MS),
    notify: (method: string) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`),
    agree: () => {},
  };
  const info = { name: 'sallyport-first-call', version: options.version };
  await sessionful.server.greet(peer, { info, capabilities: {} }, new AbortController().signal);
  return session;
}

function overChild(child: ChildProcess): McpSession {
  let lastId = 0;
  const outgoing = new OutgoingRequests<number, Record<string, unknown>>({
    createId: () => ++lastId,
    clock: systemClock,
    closed: () => new SallyportError('ERR_SERVER_UNAVAILABLE', 'sallyport mcp exited.'),
  });
  const decoder = new LineDecoder({ maxBytes: limits.frame.linkMaxBytes });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  void exited.then(() => outgoing.close());
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (piece: Buffer) => {
    for (const decoded of decoder.push(piece)) {
      if (!decoded.ok || !isRecord(decoded.message) || typeof decoded.message.id !== 'number') continue;
      const { id, result, error } = decoded.message;
      if (isRecord(result)) outgoing.resolve(id, result);
      else
        outgoing.reject(
          id,
          new SallyportError('ERR_PROTOCOL_ERROR', isRecord(error) ? String(error.message) : 'no result'),
        );
    }
  });
  return {
    request: (method, params, timeoutMs) =>
      outgoing.request({
        send: (id) => void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`),
        timeout: {
          ms: timeoutMs,
          error: () => new SallyportError('ERR_TOOL_TIMEOUT', `${method} got no answer in ${timeoutMs} ms.`),
        },
      }),
    close: async () => {
      child.stdin?.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
      await exited;
      clearTimeout(timer);
    },
  };
}
