// Serves the command line: JSON-RPC over the socket, for the same user's people and scripts.
import { setMaxListeners } from 'node:events';
import { parseIncoming } from '@sallyport/mcp-door';
import { isRecord, type JsonObject, limits, SallyportError, toWireError } from '@sallyport/protocol';
import type { LineStream } from '../line-stream.ts';

/** A method returns its result or throws; `notify` sends a notification before that. */
export type ControlMethods = Readonly<Record<string, ControlMethod>>;

type ControlMethod = (params: JsonObject, context: ControlContext) => Promise<JsonObject>;

interface ControlContext {
  readonly signal: AbortSignal;
  readonly notify: (method: string, params: JsonObject) => void;
}

/** Serves one connection until it closes; requests still under way are aborted then. */
export function serveControl(stream: LineStream, methods: ControlMethods, onFault: (thrown: unknown) => void): void {
  const controller = new AbortController();
  // Every call of this connection listens to it.
  setMaxListeners(0, controller.signal);
  let open = 0;
  stream.closed.then(() => controller.abort()).catch(onFault);
  const context: ControlContext = {
    signal: controller.signal,
    notify: (method, params) => stream.send({ jsonrpc: '2.0', method, params }),
  };
  stream.onMessage((message) => {
    const incoming = parseIncoming(message);
    if (incoming.kind !== 'request') return;
    const { id, method, params } = incoming;
    open += 1;
    const answered =
      open > limits.door.openRequests ? Promise.reject(tooMany()) : answer(methods, method, params, context);
    answered
      .finally(() => {
        open -= 1;
      })
      .then(
        (result) => ({ result }),
        (thrown: unknown) => {
          if (!(thrown instanceof SallyportError)) onFault(thrown);
          // The number has no meaning; clients read `data`.
          const error = toWireError(thrown);
          return { error: { code: 1, message: error.message, data: error } };
        },
      )
      .then((reply) => stream.send({ jsonrpc: '2.0', id, ...reply }))
      .catch(onFault);
  });
}

async function answer(methods: ControlMethods, name: string, params: JsonObject, context: ControlContext) {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method !== undefined) return method(params, context);
  throw new SallyportError('ERR_PROTOCOL_ERROR', 'The gateway does not support this command.', {
    hint: 'It may be another version. Run "sallyport stop", then repeat the command.',
  });
}

function tooMany(): SallyportError {
  return new SallyportError('ERR_RATE_LIMITED', 'Too many commands are open on this connection.', {
    hint: 'This one has not run. Wait for some answers, and repeat it.',
  });
}

/** A call from the command line. */
interface CliCall {
  readonly name: string;
  readonly args: JsonObject;
  /** The command's working directory. */
  readonly cwd?: string;
}

/** Reads the params of tools.call. */
export function readCallParams(params: JsonObject): CliCall {
  const { name, arguments: args = {}, cwd } = params;
  if (typeof name === 'string' && isRecord(args)) return { name, args, cwd: typeof cwd === 'string' ? cwd : undefined };
  throw new SallyportError('ERR_INPUT_INVALID', 'tools.call needs a name; arguments must be an object.');
}
