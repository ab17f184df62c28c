// sallyport mcp: relays lines between an agent's stdio and the gateway, and survives gateway restarts.
import type { Socket } from 'node:net';
import { createId } from '@sallyport/native-host/run-directory';
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import type { CommandContext } from '../context.ts';
import type { GatewayConnection } from '../gateway/reach.ts';
import { Conversation } from './conversation.ts';
import { createLineSplitter, parseLine, renderLine } from './line-splitter.ts';
import { createNote } from './note.ts';
import { readUpload, type UploadRequest, withFiles } from './remote-files.ts';

type ProcessParts = 'stdin' | 'stdout' | 'stderr' | 'machine' | 'cwd' | 'pid' | 'randomBytes' | 'now';

export interface ShimOptions extends Pick<CommandContext, ProcessParts> {
  /** Finds or starts a gateway. */
  readonly reach: () => Promise<GatewayConnection>;
  /** Set on a remote host: uploads name files below the working directory of this process. */
  readonly readsFiles?: boolean;
}

/** How often to reconnect to a gateway that closes without a message, with growing pauses. */
const MAX_FAILED_CONNECTIONS = 6;
const RECONNECT_STEP_MS = 100;

/** Resolves when the agent has closed its side; the connection is closed by then. */
export function runShim(options: ShimOptions): Promise<void> {
  return new Shim(options).run();
}

class Shim {
  readonly #options: ShimOptions;
  readonly #conversation = new Conversation();
  /** Random, constant for this process: tabs and call slots belong to it. */
  readonly #sessionId: string;
  /** Takes one line for a person; stdout belongs to the protocol. */
  readonly #note: (line: string) => void;
  /** The open connection; also in `#socket` once the gateway has welcomed us. */
  #connection: Socket | undefined;
  #socket: Socket | undefined;
  #isConnecting = false;
  #isOver = false;
  /** Connections so far; all but the first are reconnections. */
  #connections = 0;
  /** Connections in a row without a message from the gateway. */
  #failedConnections = 0;
  #reconnect: NodeJS.Timeout | undefined;
  /** The user stopped the gateway: it is started again only for a request. */
  #hasSaidGoodbye = false;

  constructor(options: ShimOptions) {
    this.#options = options;
    this.#sessionId = createId(options.randomBytes);
    this.#note = createNote(options);
  }

  async run(): Promise<void> {
    const { stdin, stdout } = this.#options;
    const splitter = createLineSplitter(limits.frame.linkMaxBytes);
    await new Promise<void>((resolve) => {
      stdin.on('data', (piece: Buffer) => {
        const lines = splitter.push(piece);
        if (lines === undefined) {
          this.#note('The agent sent a line of more than 64 MiB.');
          resolve();
        } else for (const line of lines) this.#fromAgent(line);
      });
      stdin.on('end', resolve);
      stdin.on('close', resolve);
      stdin.on('error', resolve);
      stdout.on('error', resolve);
    });
    this.#isOver = true;
    clearTimeout(this.#reconnect);
    this.#connection?.destroy();
  }

  #fromAgent(line: Buffer): void {
    const message = parseLine(line);
    const upload = this.#options.readsFiles ? readUpload(message) : undefined;
    if (upload === undefined) this.#pass(message, line);
    else void this.#passUpload(upload, line);
  }

  async #passUpload(upload: UploadRequest, line: Buffer): Promise<void> {
    const { cwd, machine } = this.#options;
    try {
      const filled = await withFiles(upload, { cwd, home: machine.accountHome ?? '/' });
      this.#pass(filled, renderLine(filled));
    } catch (thrown) {
      const error = thrown instanceof SallyportError ? thrown : new SallyportError('ERR_INTERNAL', String(thrown));
      this.#conversation.fromAgent(upload.message, line, false);
      this.#toAgent(this.#conversation.fail(upload.id, error));
    }
  }

  #pass(message: unknown, line: Buffer): void {
    // After its goodbye a gateway reads nothing; the end of the connection, which follows, begins the next one.
    const socket = this.#hasSaidGoodbye ? undefined : this.#socket;
    // A gateway refuses what is too much for it.
    const refusal = socket === undefined ? this.#conversation.refusalOf(message, line) : undefined;
    if (refusal !== undefined) {
      this.#toAgent([refusal]);
      return;
    }
    const wantsAnswer = this.#conversation.fromAgent(message, line, socket !== undefined);
    if (socket !== undefined) this.#toGateway(socket, line);
    else if (wantsAnswer && this.#socket === undefined) this.#connect();
  }

  #toGateway(socket: Socket, line: Buffer): void {
    if (socket.write(line)) return;
    const { stdin } = this.#options;
    stdin.pause();
    const resume = () => stdin.resume();
    socket.once('drain', resume);
    socket.once('close', resume);
  }

  #toAgent(lines: readonly Buffer[]): void {
    const { stdout } = this.#options;
    for (const line of lines) {
      if (stdout.write(line)) continue;
      const socket = this.#socket;
      socket?.pause();
      stdout.once('drain', () => socket?.resume());
    }
  }

  #connect(): void {
    if (this.#isConnecting || this.#isOver) return;
    this.#isConnecting = true;
    this.#options
      .reach()
      .then((reached) => this.#attach(reached))
      .catch((thrown: unknown) => {
        this.#isConnecting = false;
        const error =
          thrown instanceof SallyportError
            ? thrown
            : new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway cannot be reached.', { cause: thrown });
        this.#note([error.message, error.hint].filter(Boolean).join(' '));
        this.#toAgent(this.#conversation.refuse(error));
      });
  }

  #attach({ socket, record }: GatewayConnection): void {
    if (this.#isOver) {
      socket.destroy();
      return;
    }
    const { cwd, pid, machine } = this.#options;
    const hello = renderLine({
      token: record.token,
      role: 'agent',
      // The wire field keeps its first name.
      stay: this.#sessionId,
      cwd,
      pid,
      client: this.#conversation.client,
      key: machine.env.SALLYPORT_KEY,
      isReturning: this.#connections > 0,
    });
    this.#connections += 1;
    this.#failedConnections += 1;
    this.#hasSaidGoodbye = false;
    this.#isConnecting = true;
    this.#connection = socket;
    const splitter = createLineSplitter(limits.frame.linkMaxBytes);
    const silence = setTimeout(() => socket.destroy(), limits.gateway.helloMs);
    socket.on('data', (piece) => {
      clearTimeout(silence);
      const lines = splitter.push(piece);
      if (lines === undefined) socket.destroy();
      else this.#fromGateway(socket, lines);
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(silence);
      this.#isConnecting = false;
      this.#lost();
    });
    socket.write(hello);
  }

  /** Only after the welcome: a request written to a dying gateway would be lost unnoticed. */
  #begin(socket: Socket): void {
    this.#isConnecting = false;
    this.#socket = socket;
    // In one write, so that the gateway gets the whole conversation at once.
    socket.write(Buffer.concat(this.#conversation.opening()));
  }

  #fromGateway(socket: Socket, lines: readonly Buffer[]): void {
    const forAgent = lines.filter((line) => {
      const message = parseLine(line);
      if (!isRecord(message)) return false;
      if (message.type === 'welcome' && this.#socket === undefined) this.#begin(socket);
      if (message.jsonrpc === '2.0') this.#failedConnections = 0;
      if (message.type === 'goodbye') {
        this.#hasSaidGoodbye = true;
        this.#conversation.goodbye(message.taken);
      }
      return this.#conversation.fromGateway(message);
    });
    this.#toAgent(forAgent);
  }

  #lost(): void {
    this.#socket = undefined;
    if (this.#isOver) return;
    const answers = this.#conversation.lost();
    this.#note(`The gateway stopped; calls lost with it: ${answers.length}.`);
    this.#toAgent(answers);
    // Reconnect at once to learn of changed tools; after a goodbye only for an open request.
    if (this.#hasSaidGoodbye && !this.#conversation.isWaiting) return;
    if (this.#failedConnections < MAX_FAILED_CONNECTIONS) {
      this.#reconnect = setTimeout(() => this.#connect(), this.#failedConnections * RECONNECT_STEP_MS);
      return;
    }
    this.#failedConnections = 0;
    const error = new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway closes every connection at once.', {
      hint: 'Stop it with "sallyport stop", or see "sallyport logs gateway".',
    });
    this.#toAgent(this.#conversation.refuse(error));
  }
}
