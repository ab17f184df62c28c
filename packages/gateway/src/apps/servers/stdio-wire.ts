// A server that is a program: its stdin and stdout are the wire, and we end its process tree.
import { isRecord, limits, parseJson, SallyportError } from '@sallyport/protocol';
import { LineQueue } from './line-queue.ts';
import { MessageLines } from './message-lines.ts';
import type { PidJournal } from './pid-journal.ts';
import { ProcessTree, type TreeOptions } from './process-tree.ts';
import type { OpenWire, RpcMessage, Wire, WireListener } from './wire.ts';

export interface StdioWireOptions extends Omit<TreeOptions, 'marker'> {
  readonly createMarker: () => string;
  readonly pids: PidJournal;
  /** Masks secrets in a server's output before it is shown. */
  readonly mask: (text: string) => string;
}

export function stdioWire(options: StdioWireOptions): OpenWire {
  return async (listener) => {
    const marker = options.createMarker();
    const tree = await ProcessTree.start({ ...options, marker });
    options.pids.add(tree.pid, marker);
    return new StdioWire(tree, options, listener);
  };
}

class StdioWire implements Wire {
  readonly #tree: ProcessTree;
  readonly #options: StdioWireOptions;
  readonly #listener: WireListener;
  readonly #lines = new MessageLines({ maxBytes: limits.server.messageMaxBytes });
  readonly #queue: LineQueue;
  #noiseBytes = 0;
  /** The end of its stderr before its first message. Later output may hold payloads and is not kept. */
  #startErrors: string | undefined = '';
  #closing: Promise<void> | undefined;

  constructor(tree: ProcessTree, options: StdioWireOptions, listener: WireListener) {
    this.#tree = tree;
    this.#options = options;
    this.#listener = listener;
    this.#queue = new LineQueue(tree.stdin);
    for (const stream of [tree.stdout, tree.stderr]) stream.on('error', () => {});
    tree.stdout.on('data', (bytes: Buffer) => this.#read(bytes));
    tree.stderr.on('data', (bytes: Buffer) => {
      if (this.#startErrors !== undefined)
        this.#startErrors = (this.#startErrors + bytes.toString()).slice(-START_ERRORS_LENGTH);
    });
    tree.exited.then((how) => this.#end(this.#exited(how))).catch(() => {});
  }

  get pid(): number {
    return this.#tree.pid;
  }

  async send(message: RpcMessage): Promise<void> {
    const { stdin } = this.#tree;
    if (!stdin.writable) throw unsent('The server has closed its stdin.');
    if (this.#queue.length > limits.server.queueMaxBytes) throw unsent('The server does not read its stdin.');
    this.#queue.send(message);
  }

  close(): Promise<void> {
    return this.#end(new SallyportError('ERR_SERVER_UNAVAILABLE', 'The server was stopped.'));
  }

  /** Rejects pending calls at once; resolves when the last process has ended. */
  #end(why: SallyportError): Promise<void> {
    this.#closing ??= this.#reap(why);
    return this.#closing;
  }

  async #reap(why: SallyportError): Promise<void> {
    this.#listener.onClosed(why);
    this.#queue.flush();
    await this.#tree.end();
    this.#options.pids.remove(this.#tree.pid);
  }

  #read(bytes: Buffer): void {
    if (this.#closing !== undefined) return;
    for (const line of this.#lines.push(bytes)) {
      if (line.kind === 'line') this.#take(line.text);
      else if (line.kind === 'noise') this.#noiseBytes += line.byteLength;
      else this.#listener.onOversized(line.id, line.byteLength);
    }
    const { noiseMaxBytes, droppedMaxBytes } = limits.server;
    const isFlood = this.#noiseBytes > noiseMaxBytes || this.#lines.droppedBytes > droppedMaxBytes;
    if (isFlood) this.#end(noisy()).catch(() => {});
  }

  #take(text: string): void {
    const message = parseJson(text);
    // Many servers print a banner or a log line to stdout.
    if (!isRecord(message)) {
      this.#noiseBytes += text.length;
      return;
    }
    this.#noiseBytes = 0;
    this.#startErrors = undefined;
    this.#listener.onMessage(message);
  }

  #exited(how: string): SallyportError {
    const lines = (this.#startErrors ?? '').trim().split('\n');
    // Node prints its version last and Python the error; both have the error on a line of its own.
    const last = lines.findLast((line) => /\b\w*(Error|Exception)\b/.test(line)) ?? lines.at(-1);
    const output = last ? ` Its last output: ${this.#options.mask(last.trim()).slice(0, 300)}` : '';
    return new SallyportError('ERR_SERVER_UNAVAILABLE', `The server exited (${how}).${output}`);
  }
}

const START_ERRORS_LENGTH = 4096;

function unsent(what: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', what, {
    hint: 'The call has not run; call again.',
    data: { outcome: 'not_run' },
  });
}

function noisy(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The server floods its stdout with output that is not MCP.', {
    hint: 'It must log to stderr.',
  });
}
