// The command line's side of the gateway: JSON-RPC by name of method, for people and scripts of the same user.
import { parseIncoming } from '@sallyport/mcp-door';
import { isRecord, type JsonObject, SallyportError, toWireError } from '@sallyport/protocol';
import type { LineStream } from '../line-stream.ts';

/** Each method answers with its result or throws; `notify` sends a notification of the request before that. */
export type ControlMethods = Readonly<Record<string, ControlMethod>>;

type ControlMethod = (params: JsonObject, context: ControlContext) => Promise<JsonObject>;

interface ControlContext {
  readonly signal: AbortSignal;
  readonly notify: (method: string, params: JsonObject) => void;
}

/** Serves one connection until it closes; requests still under way are aborted then. */
export function serveControl(stream: LineStream, methods: ControlMethods, onFault: (thrown: unknown) => void): void {
  const controller = new AbortController();
  stream.closed.then(() => controller.abort()).catch(onFault);
  const context: ControlContext = {
    signal: controller.signal,
    notify: (method, params) => stream.send({ jsonrpc: '2.0', method, params }),
  };
  stream.onMessage((message) => {
    const incoming = parseIncoming(message);
    if (incoming.kind !== 'request') return;
    const { id, method, params } = incoming;
    answer(methods, method, params, context)
      .then(
        (result) => ({ result }),
        (thrown: unknown) => {
          if (!(thrown instanceof SallyportError)) onFault(thrown);
          // The number says only that it failed; program and person read `data`.
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
  throw new SallyportError('ERR_PROTOCOL_ERROR', 'The gateway does not know this command.', {
    hint: 'It may be of another version: "sallyport stop" lets the next command start the right one.',
  });
}

/** A call from the command line. */
interface CliCall {
  readonly name: string;
  readonly args: JsonObject;
  /** Where the command was given. */
  readonly cwd?: string;
}

/** Reads the params of tools.call. */
export function readCallParams(params: JsonObject): CliCall {
  const { name, arguments: args = {}, cwd } = params;
  if (typeof name === 'string' && isRecord(args)) return { name, args, cwd: typeof cwd === 'string' ? cwd : undefined };
  throw new SallyportError('ERR_INPUT_INVALID', 'tools.call needs a name and, if any, arguments as an object.');
}
