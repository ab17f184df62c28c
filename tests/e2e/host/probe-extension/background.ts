// The whole of the probe: an extension that connects, says hello, and does what a test asks through the native host.
import {
  ChunkAssembler,
  ChunkSender,
  isRecord,
  NATIVE_HOST_NAME,
  PRODUCT_VERSION,
  parseToBrowser,
  type ToBrowser,
  type ToolRequest,
  WIRE,
} from '@sallyport/protocol';

interface Port {
  postMessage(message: unknown): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: (port: { readonly error?: Error | null }) => void): void };
}

/** Firefox has it under this name too. */
declare const chrome: {
  readonly runtime: {
    connectNative(name: string): Port;
    readonly id: string;
    readonly lastError?: { message: string };
  };
};
declare const navigator: { readonly userAgent: string };
/** Where the end of the connection is told, put in by the build; empty where nobody listens. */
declare const REPORT_URL: string;

const port = chrome.runtime.connectNative(NATIVE_HOST_NAME);
const now = () => performance.now();
const sender = new ChunkSender({ post: (json) => port.postMessage(JSON.parse(json)), now });
const assembler = new ChunkAssembler({ post: (ack) => port.postMessage(ack), now });
/** How many chunks have come, so that a test can tell that a long request was cut. */
let chunkCount = 0;
/** Who waits for the host's next message of a type. */
const waiting = new Map<string, (message: ToBrowser) => void>();

port.onMessage.addListener(receive);
port.onDisconnect.addListener(({ error }) => {
  const body = error?.message ?? chrome.runtime.lastError?.message ?? 'closed';
  if (REPORT_URL !== '') void fetch(REPORT_URL, { method: 'POST', mode: 'no-cors', body });
});
port.postMessage({
  type: 'hello',
  wire: WIRE,
  version: PRODUCT_VERSION,
  browser: { name: navigator.userAgent.includes('Firefox') ? 'firefox' : 'chromium', version: navigator.userAgent },
  profile: { id: 'probe' },
  capabilities: ['ids', 'chunks'],
  tools_hash: 'none',
});

function receive(value: unknown): void {
  const message = parseToBrowser(value);
  if (message === undefined) return;
  if (message.type === 'hello') sender.allowChunks();
  else if (message.type === 'tool_request') void answer(message);
  else if (message.type === 'ack') sender.acknowledge(message);
  else if (message.type === 'chunk') {
    chunkCount += 1;
    const assembled = assembler.receive(message);
    if (assembled.state === 'complete') receive(JSON.parse(assembled.json));
  } else waiting.get(message.type)?.(message);
}

async function answer({ id, method, params }: ToolRequest): Promise<void> {
  const result = await run(method, isRecord(params) ? params : {});
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
function askHost(type: string, replyType: string): Promise<ToBrowser> {
  return new Promise((resolve) => {
    waiting.set(replyType, (message) => {
      waiting.delete(replyType);
      resolve(message);
    });
    port.postMessage({ type });
  });
}
