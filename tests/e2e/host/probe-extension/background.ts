// The whole of the probe: an extension that connects, says hello, and does what a test asks through the native host.
import {
  ChunkAssembler,
  ChunkSender,
  isRecord,
  NATIVE_HOST_NAME,
  PRODUCT_VERSION,
  parseFromBrowser,
  WIRE,
} from '@sallyport/protocol';

interface Port {
  postMessage(message: unknown): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
}

/** Firefox has it under this name too. */
declare const chrome: { readonly runtime: { connectNative(name: string): Port; readonly id: string } };
declare const navigator: { readonly userAgent: string };

const port = chrome.runtime.connectNative(NATIVE_HOST_NAME);
const now = () => performance.now();
const sender = new ChunkSender({ post: (json) => port.postMessage(JSON.parse(json)), now });
const assembler = new ChunkAssembler({ post: (ack) => port.postMessage(ack), now });
/** How many chunks have come, so that a test can tell that a long request was cut. */
let chunkCount = 0;
/** Who waits for the host's next message of a type. */
const waiting = new Map<string, (message: Record<string, unknown>) => void>();

port.onMessage.addListener(receive);
port.postMessage({
  type: 'hello',
  wire: WIRE,
  version: PRODUCT_VERSION,
  browser: { name: navigator.userAgent.includes('Firefox') ? 'firefox' : 'chromium', version: navigator.userAgent },
  profile: { id: 'probe' },
  capabilities: ['ids', 'chunks'],
  tools_hash: 'none',
});

function receive(message: unknown): void {
  if (!isRecord(message)) return;
  const { type } = message;
  if (type === 'hello') sender.allowChunks();
  else if (type === 'tool_request') void answer(message);
  else if (type === 'chunk' || type === 'ack') receivePiece(message);
  else if (typeof type === 'string') waiting.get(type)?.(message);
}

/** Chunks and acknowledgements are the same both ways. */
function receivePiece(message: Record<string, unknown>): void {
  const piece = parseFromBrowser(message);
  if (piece.type === 'ack') sender.acknowledge(piece);
  if (piece.type !== 'chunk') return;
  chunkCount += 1;
  const assembled = assembler.receive(piece);
  if (assembled.state === 'complete') receive(JSON.parse(assembled.json));
}

async function answer({ id, method, params }: Record<string, unknown>): Promise<void> {
  const result = await run(String(method), isRecord(params) ? params : {});
  sender.send({ type: 'tool_response', id, result });
}

async function run(method: string, params: Record<string, unknown>): Promise<unknown> {
  switch (method) {
    case 'probe_identity':
      return { extensionId: chrome.runtime.id };
    case 'probe_ask_host':
      return askHost(String(params.ask), String(params.reply));
    case 'probe_reply':
      return { text: 'x'.repeat(Number(params.length)) };
    default:
      // Seed 001's clients come as `command`.
      return describeCommand(params);
  }
}

/** What arrived, told by its length and its end instead of being sent back. */
function describeCommand({ command, expression }: Record<string, unknown>): object {
  const text = String(expression);
  return { command, chunkCount, length: text.length, end: text.slice(-8) };
}

/** Sends a bare message of seed 000 and resolves with the host's answer to it. */
function askHost(type: string, replyType: string): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    waiting.set(replyType, (message) => {
      waiting.delete(replyType);
      resolve(message);
    });
    port.postMessage({ type });
  });
}
