// The real native host with the fuzzer as its browser, linked to a real gateway, and programs at its sockets.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { CHROMIUM_EXTENSION_ID, chromiumOrigin } from '@sallyport/protocol';
import { eventually } from '../../support/eventually.ts';
import { fakeTools } from '../../support/fake-tools.ts';
import { frame, rawFrame, readFrames } from '../../support/frames.ts';
import { Problem, type Programs } from '../base/target.ts';
import { browserHello } from '../targets/samples.ts';
import { type FuzzedGateway, openFuzzedGateway } from './fuzzed-gateway.ts';
import { WatchedProcess } from './watched-process.ts';

export interface FuzzedHost {
  readonly gateway: FuzzedGateway;
  readonly process: WatchedProcess;
  /** Messages to the browser since the last call of this. */
  heard(): string[];
  /** Sends JSON text as the browser. */
  post(json: string): void;
  /** The next calls of tools get this JSON text, $ID in it being the id of the call; then the usual result. */
  answerWith(json: string): void;
  /** Bytes of a program at one of its sockets, which then closes its half; resolves with what came back. */
  dial(socket: 'legacy' | 'own', bytes: Buffer): Promise<string>;
  /** Resolves when the host has answered everything before; rejects when it does not. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const SETTLE_MS = 10_000;
/** Programs wait for calls to end; the fuzzer does not. */
const DIAL_MS = 40;

export async function openFuzzedHost(programs: Programs, mcpServers: object): Promise<FuzzedHost> {
  const gateway = await openFuzzedGateway(programs, mcpServers);
  const { home, env } = gateway;
  const host = new WatchedProcess('native host', programs.host, [chromiumOrigin(CHROMIUM_EXTENSION_ID)], env);
  let messages: string[] = [];
  let answer: string | undefined;
  let settled = 0;
  let isSettled = false;
  const post = (json: string) => void host.stdin.write(rawFrame(Buffer.from(json)));
  readFrames(host.stdout, (message) => {
    const { type, id, method } = message;
    if (message.request_id === `settled-${settled}`) isSettled = true;
    else messages.push(JSON.stringify(message));
    if (type !== 'tool_request') return;
    const result = method === 'list_tools' ? { tools: fakeTools } : { content: [{ type: 'text', text: 'done' }] };
    if (method === 'call_tool' && answer !== undefined) post(answer.replaceAll('$ID', String(id)));
    host.stdin.write(frame({ type: 'tool_response', id, result }));
  });
  const legacyPath = `/tmp/claude-code-mcp-${env.USER}.sock`;
  const hosts = join(home, 'run', 'hosts');
  const recordFile = () => readdirSync(hosts).find((name) => name.endsWith('.json')) ?? '';

  async function settle(): Promise<void> {
    // Whatever a message changed of what the host knows about its browser.
    post(JSON.stringify(browserHello));
    settled += 1;
    isSettled = false;
    const mark = `settled-${settled}`;
    // Goes through the gateway, after all that it has to answer at once.
    post(JSON.stringify({ type: 'host_get_stats', request_id: mark }));
    await eventually(
      'an answer of the gateway through the native host',
      () => {
        host.mustRun();
        gateway.process.mustRun();
        return isSettled;
      },
      SETTLE_MS,
    ).catch((thrown: unknown) => {
      throw thrown instanceof Problem ? thrown : new Problem('The native host and the gateway do not answer.');
    });
  }

  await settle();
  await eventually(
    'the browser is known',
    async () => (await gateway.ask('tools/list')).includes('browser__echo'),
    SETTLE_MS,
  );
  const token = readFileSync(join(hosts, recordFile().replace(/json$/, 'token')), 'utf8').trim();
  const { socket } = JSON.parse(readFileSync(join(hosts, recordFile()), 'utf8')) as { socket: string };
  return {
    gateway,
    process: host,
    post,
    settle,
    heard() {
      const heard = messages;
      messages = [];
      return heard;
    },
    answerWith(json) {
      answer = json === '' ? undefined : json;
    },
    dial: (at, bytes) =>
      at === 'legacy'
        ? dial(legacyPath, bytes)
        : dial(socket, Buffer.concat([Buffer.from(`{"authToken":"${token}"}\n`), bytes])),
    async close() {
      await host.close();
      await gateway.close();
      rmSync(legacyPath, { force: true, recursive: true });
    },
  };
}

function dial(path: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let heard = '';
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(heard);
    };
    const timer = setTimeout(end, DIAL_MS);
    socket.setEncoding('latin1');
    socket.on('error', end).on('close', end);
    socket.on('data', (text: string) => {
      heard += text;
    });
    socket.write(bytes);
  });
}
