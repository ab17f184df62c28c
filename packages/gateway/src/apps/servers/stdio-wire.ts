// A server that is a program: its stdin and stdout are the wire, its process tree is ours to end.
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import { MessageLines } from './message-lines.ts';
import type { PidJournal } from './pid-journal.ts';
import { ProcessTree, type TreeOptions } from './process-tree.ts';
import type { OpenWire, RpcMessage, WireListener } from './wire.ts';

export interface StdioWireOptions extends Omit<TreeOptions, 'marker'> {
  readonly createMarker: () => string;
  readonly pids: PidJournal;
  /** What the server wrote to stderr until it was ready; nothing later is read, since it may hold payloads. */
  readonly onStderr: (text: string) => void;
}

export function stdioWire(options: StdioWireOptions): OpenWire {
  return async (listener) => {
    const marker = options.createMarker();
    const tree = await ProcessTree.start({ ...options, marker });
    options.pids.add(tree.pid, marker);
    let isClosing = false;
    const close = async () => {
      isClosing = true;
      await tree.end();
      options.pids.remove(tree.pid);
      listener.onClosed(stopped());
    };
    tree.stderr.on('data', (bytes: Buffer) => options.onStderr(bytes.toString('utf8')));
    tree.stderr.on('error', () => {});
    readMessages(tree, listener, (why) => {
      listener.onClosed(why);
      close().catch(() => {});
    });
    tree.exited
      .then((how) => {
        if (!isClosing) listener.onClosed(exited(how));
        return close();
      })
      .catch(() => {});
    return {
      pid: tree.pid,
      close,
      send: (message) => write(tree, message),
    };
  };
}

function readMessages(tree: ProcessTree, listener: WireListener, giveUp: (why: SallyportError) => void): void {
  const lines = new MessageLines({ maxBytes: limits.server.messageMaxBytes });
  let noiseBytes = 0;
  tree.stdout.on('error', () => {});
  tree.stdout.on('data', (bytes: Buffer) => {
    for (const line of lines.push(bytes)) {
      if (line.kind === 'oversized') {
        listener.onOversized(line.id, line.byteLength);
        continue;
      }
      const message = parse(line.text);
      noiseBytes = message === undefined ? noiseBytes + line.byteLength : 0;
      if (message !== undefined) listener.onMessage(message);
      else if (noiseBytes > limits.server.noiseMaxBytes) giveUp(noisy());
    }
  });
}

/** Many servers print a banner or a log line to stdout; what is no message is passed over. */
function parse(text: string): RpcMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function write(tree: ProcessTree, message: RpcMessage): Promise<void> {
  const { stdin } = tree;
  if (!stdin.writable) throw unsent('The server no longer reads.');
  if (stdin.writableLength > limits.server.queueMaxBytes) throw unsent('The server does not read what waits for it.');
  stdin.write(`${JSON.stringify(message)}\n`);
}

function unsent(what: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', what, {
    hint: 'The call has not run; call again.',
    data: { outcome: 'not_run' },
  });
}

function exited(how: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `The server ended by itself (${how}).`);
}

function stopped(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The server was stopped.');
}

function noisy(): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', 'The server floods its stdout with what is no message.');
}
