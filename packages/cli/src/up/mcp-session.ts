// A small MCP client over a child's stdio: enough to make the first call as any agent would make it.
import { type ChildProcess, spawn } from 'node:child_process';
import { isRecord, LineDecoder, limits, SallyportError } from '@sallyport/protocol';

export interface McpSession {
  request(method: string, params: object, timeoutMs: number): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: SallyportError) => void;
  readonly timer: NodeJS.Timeout;
}

/** Starts the command and says hello; the caller closes it. */
export async function openMcpSession(
  command: readonly [string, ...string[]],
  options: { readonly env: NodeJS.ProcessEnv; readonly version: string },
): Promise<McpSession> {
  const [file, ...args] = command;
  const child = spawn(file, args, { env: options.env, stdio: ['pipe', 'pipe', 'ignore'] });
  const session = overChild(child);
  await session.request(
    'initialize',
    {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'sallyport-first-call', version: options.version },
    },
    20_000,
  );
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return session;
}

function overChild(child: ChildProcess): McpSession {
  const pending = new Map<number, Pending>();
  const decoder = new LineDecoder({ maxBytes: limits.frame.linkMaxBytes });
  let nextId = 1;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const settle = (id: number, end: (waiting: Pending) => void) => {
    const waiting = pending.get(id);
    if (waiting === undefined) return;
    pending.delete(id);
    clearTimeout(waiting.timer);
    end(waiting);
  };
  void exited.then(() => {
    for (const id of [...pending.keys()]) {
      settle(id, ({ reject }) => reject(new SallyportError('ERR_SERVER_UNAVAILABLE', 'sallyport mcp ended.')));
    }
  });
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (piece: Buffer) => {
    for (const decoded of decoder.push(piece)) {
      if (!decoded.ok || !isRecord(decoded.message) || typeof decoded.message.id !== 'number') continue;
      const { id, result, error } = decoded.message;
      settle(id, ({ resolve, reject }) => {
        if (isRecord(result)) resolve(result);
        else reject(new SallyportError('ERR_PROTOCOL_ERROR', isRecord(error) ? String(error.message) : 'no result'));
      });
    }
  });
  return {
    request: (method, params, timeoutMs) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        const timer = setTimeout(() => {
          settle(id, () =>
            reject(new SallyportError('ERR_TOOL_TIMEOUT', `${method} got no answer in ${timeoutMs} ms.`)),
          );
        }, timeoutMs);
        pending.set(id, { resolve, reject, timer });
        child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
    close: async () => {
      child.stdin?.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
      await exited;
      clearTimeout(timer);
    },
  };
}
