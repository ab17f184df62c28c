// A browser and its extension in one: starts the real native host as a browser does and runs a few tools itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  CHROMIUM_EXTENSION_ID,
  chromiumOrigin,
  encodeFrame,
  FrameDecoder,
  isRecord,
  limits,
  parseLinkMessage,
  toWireError,
  WIRE,
} from '@sallyport/protocol';
import type { Answer } from './fake-host.ts';
import { answerFakeTools, fakeTools } from './fake-tools.ts';

export interface FakeExtension {
  readonly host: ChildProcess;
  /** Sends a message as the extension would. */
  post(message: object): void;
  /** Every message that the host sent, oldest first. */
  heard(): readonly Record<string, unknown>[];
  close(): Promise<void>;
}

/** Resolves when the host has answered the hello. */
export async function openFakeExtension(
  program: string,
  env: Record<string, string>,
  answer: Answer = answerFakeTools,
  profile = 'p1',
): Promise<FakeExtension> {
  const host = spawn(process.execPath, [program, chromiumOrigin(CHROMIUM_EXTENSION_ID)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const decoder = new FrameDecoder({ maxBytes: limits.frame.toBrowserMaxBytes });
  // A browser that is closing answers nobody any more.
  const post = (message: object) => host.stdin.writable && host.stdin.write(encodeFrame(JSON.stringify(message)));
  host.stdin.on('error', () => {});
  const messages: Record<string, unknown>[] = [];
  const greeted = new Promise<void>((resolve) => {
    host.stdout.on('data', (bytes: Buffer) => {
      for (const decoded of decoder.push(bytes)) {
        if (!decoded.ok || !isRecord(decoded.message)) continue;
        messages.push(decoded.message);
        if (decoded.message.type === 'hello') resolve();
        if (decoded.message.type === 'tool_request') perform(decoded.message);
      }
    });
  });

  function perform({ deadline_ms: deadlineMs, ...request }: Record<string, unknown>): void {
    const call = parseLinkMessage({ ...request, deadlineMs, type: 'call' });
    if (call?.type !== 'call') return;
    const { id, method } = call;
    const { name, arguments: args } = isRecord(call.params) ? call.params : {};
    const asked = {
      ...call,
      tool: String(name),
      args: isRecord(args) ? args : {},
      signal: new AbortController().signal,
      hold: (isHeld: boolean) => post({ type: isHeld ? 'held' : 'resumed', id }),
      progress: (progress: number, message: string) => post({ type: 'progress', id, progress, message }),
    };
    const outcome = method === 'list_tools' ? Promise.resolve({ tools: fakeTools }) : answer(asked);
    outcome.then(
      (result) => post({ type: 'tool_response', id, result }),
      (thrown: unknown) => post({ type: 'tool_response', id, error: toWireError(thrown) }),
    );
  }

  post({
    type: 'hello',
    wire: WIRE,
    version: '0.1.0',
    browser: { name: 'fake', version: '1.0' },
    profile: { id: profile },
    capabilities: ['ids', 'held'],
    tools_hash: 'h1',
  });
  await greeted;
  return {
    host,
    post: (message) => void post(message),
    heard: () => messages,
    async close() {
      if (host.exitCode !== null || host.signalCode !== null) return;
      host.stdin.end();
      await once(host, 'exit');
    },
  };
}
