// A native host without a browser: it speaks the link of docs/protocol.md over a real socket and runs a few tools itself.
import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  createId,
  createToken,
  listenPrivately,
  type RunDirectory,
  readGatewayRecord,
  removeFile,
  removeRecord,
  tokenPath,
  writeRecord,
  writeToken,
} from '@sallyport/native-host/run-directory';
import {
  type Call,
  ChunkAssembler,
  ChunkSender,
  encodeFrame,
  FrameDecoder,
  isRecord,
  type LinkMessage,
  limits,
  PRODUCT_VERSION,
  parseClientHello,
  parseLinkMessage,
  SallyportError,
  type ToolDeclaration,
  toWireError,
  WIRE,
} from '@sallyport/protocol';

export interface HostCall extends Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly progress: (progress: number, message: string) => void;
  /** Tells that a person decides, or has decided. */
  readonly hold: (isHeld: boolean) => void;
  /** Aborted when the gateway says cancel. */
  readonly signal: AbortSignal;
}

/** What a tool call comes to; what it throws is the failure. */
export type Answer = (call: HostCall) => Promise<unknown>;

export interface FakeHostOptions {
  readonly run: RunDirectory;
  readonly browser?: string;
  readonly tools?: readonly ToolDeclaration[];
  readonly answer: Answer;
  /** The token it wants a gateway to have; without it the one of the record. */
  readonly gatewayToken?: string;
  /** Said instead of a hello. */
  readonly greeting?: object;
}

export interface FakeHost {
  readonly id: string;
  /** Tool calls that arrived, in order. */
  readonly calls: readonly HostCall[];
  /** What the gateway told of sessions, in order. */
  readonly told: readonly Call[];
  /** What the gateway told of pauses, in order. */
  readonly paused: readonly boolean[];
  readonly cancelled: readonly string[];
  /** Gateways that said hello, refused ones not counted. */
  readonly greetings: number;
  /** Another set of tools, told as an extension that says hello anew. */
  declare(tools: readonly ToolDeclaration[]): void;
  /** Breaks the link without a word; the host lives on. */
  breakLink(): void;
  knock(): Promise<void>;
  close(): Promise<void>;
}

export async function openFakeHost(options: FakeHostOptions): Promise<FakeHost> {
  const { run, browser = 'fake', answer } = options;
  const id = createId(randomBytes);
  const token = createToken(randomBytes);
  const socketPath = join(run.hosts, `${id}.sock`);
  const calls: HostCall[] = [];
  const told: Call[] = [];
  const paused: boolean[] = [];
  const cancelled: string[] = [];
  const sockets = new Set<Socket>();
  const links = new Set<(message: LinkMessage) => void>();
  let tools = options.tools ?? [];
  let greetings = 0;
  let generation = 1;

  const browserPart = () => ({
    browser: { name: browser, version: '1.0' },
    profile: { id: `${browser}-profile` },
    toolsHash: `tools-${generation}`,
  });

  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const running = new Map<string, AbortController>();
    const post = (json: string) => void (socket.destroyed || socket.write(encodeFrame(json)));
    const sender = new ChunkSender({ post, now: Date.now });
    const assembler = new ChunkAssembler({ post: (ack) => post(JSON.stringify(ack)), now: Date.now });
    const decoder = new FrameDecoder({ maxBytes: limits.frame.linkMaxBytes });
    const send = (message: LinkMessage) => sender.send(message);
    let isGreeted = false;

    const perform = (call: Call) => {
      const controller = new AbortController();
      running.set(call.id, controller);
      const params = isRecord(call.params) ? call.params : {};
      const made: HostCall = {
        ...call,
        tool: String(params.name),
        args: isRecord(params.arguments) ? params.arguments : {},
        signal: controller.signal,
        hold: (isHeld) => send({ type: isHeld ? 'held' : 'resumed', id: call.id }),
        progress: (progress, message) => send({ type: 'progress', id: call.id, progress, message }),
      };
      if (call.method === 'call_tool') calls.push(made);
      if (/^(end|hold)_stay$/.test(call.method)) told.push(call);
      if (call.method === 'set_paused') paused.push(params.paused === true);
      const outcome =
        call.method === 'list_tools'
          ? Promise.resolve({ tools })
          : call.method === 'set_paused'
            ? Promise.resolve({})
            : answer(made);
      outcome
        .then(
          (result) => send({ type: 'result', id: call.id, result }),
          (thrown: unknown) => send({ type: 'failure', id: call.id, error: toWireError(thrown) }),
        )
        .finally(() => running.delete(call.id))
        .catch(() => socket.destroy());
    };

    const receive = (value: unknown) => {
      if (!isGreeted) {
        const hello = isRecord(value) ? parseClientHello(value) : undefined;
        const expected = options.gatewayToken ?? readGatewayRecord(run)?.token;
        if (hello?.role !== 'gateway' || hello.token !== token || hello.gatewayToken !== expected) {
          socket.destroy();
          return;
        }
        isGreeted = true;
        greetings += 1;
        const ours = { wire: WIRE, version: PRODUCT_VERSION, hostId: id, capabilities: ['ids', 'chunks'] };
        post(JSON.stringify(options.greeting ?? { type: 'hello', role: 'host', ...ours, ...browserPart() }));
        sender.allowChunks();
        links.add(send);
        return;
      }
      const message = parseLinkMessage(value);
      if (message?.type === 'call') perform(message);
      if (message?.type === 'ack') sender.acknowledge(message);
      if (message?.type === 'chunk') {
        const assembled = assembler.receive(message);
        if (assembled.state === 'complete') receive(JSON.parse(assembled.json));
      }
      if (message?.type === 'cancel') {
        cancelled.push(message.id);
        running.get(message.id)?.abort(new SallyportError('ERR_CANCELLED', message.reason));
      }
    };

    socket.on('data', (bytes) => {
      for (const decoded of decoder.push(bytes)) if (decoded.ok) receive(decoded.message);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      links.delete(send);
      for (const controller of running.values()) controller.abort();
    });
  });

  await listenPrivately(server, socketPath);
  writeToken(tokenPath(run.hosts, id), token);
  writeRecord(run.hosts, {
    id,
    pid: process.pid,
    version: PRODUCT_VERSION,
    startedAt: new Date().toISOString(),
    socket: socketPath,
  });

  const host: FakeHost = {
    id,
    calls,
    told,
    paused,
    cancelled,
    get greetings() {
      return greetings;
    },
    declare(next) {
      tools = next;
      generation += 1;
      for (const send of links) send({ type: 'event', name: 'browser', params: browserPart() });
    },
    breakLink() {
      for (const socket of sockets) socket.destroy();
    },
    async knock() {
      const record = readGatewayRecord(run);
      if (record !== undefined) await knockAt(record.socket, { role: 'host', token: record.token, hostId: id });
    },
    async close() {
      removeRecord(run.hosts, id);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      removeFile(socketPath);
    },
  };
  await host.knock();
  return host;
}

async function knockAt(path: string, line: object): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(path, () => socket.end(`${JSON.stringify(line)}\n`));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
}
