// A server's side of the wire, played by the fuzzer: usual answers, until it is given others for the next requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isRecord, parseJson } from '@sallyport/protocol';

const relay = fileURLToPath(new URL('./relay-server.mjs', import.meta.url));
const tools = [{ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } }];

export class ServerSide {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sallyport-fuzz-'));
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Lines that answer the next request of a method; $ID in them is the id of the request. */
  readonly #answers = new Map<string, string>();

  constructor() {
    this.#server = createServer((socket) => this.#serve(socket)).listen(this.#path);
  }

  /** Its entry in config.json. */
  get entry(): object {
    return { command: process.execPath, args: [relay, this.#path] };
  }

  /** The next request of this method gets this line, and the usual answer after it. */
  answer(method: string, line: string): void {
    this.#answers.set(method, line);
  }

  say(line: string): void {
    for (const socket of this.#sockets) socket.write(Buffer.from(`${line}\n`, 'latin1'));
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #path(): string {
    return join(this.#folder, 'server.sock');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    const lines = createInterface(socket);
    lines.on('error', () => {});
    lines.on('line', (line) => {
      const message = parseJson(line);
      if (!isRecord(message) || typeof message.method !== 'string' || message.id === undefined) return;
      const id = JSON.stringify(message.id);
      const other = this.#answers.get(message.method);
      this.#answers.delete(message.method);
      if (other !== undefined) this.say(other.replaceAll('$ID', id));
      this.say(`{"jsonrpc":"2.0","id":${id},${usualAnswer(message.method, message.params)}}`);
    });
  }
}

function usualAnswer(method: string, params: unknown): string {
  if (method === 'initialize') {
    const protocolVersion = isRecord(params) ? params.protocolVersion : undefined;
    const capabilities = { tools: { listChanged: true }, logging: {}, prompts: {}, resources: {} };
    return `"result":${JSON.stringify({ protocolVersion, capabilities, serverInfo: { name: 'fuzz', version: '1' } })}`;
  }
  if (method === 'tools/list') return `"result":${JSON.stringify({ tools })}`;
  if (method === 'tools/call') return '"result":{"content":[{"type":"text","text":"done"}]}';
  if (method === 'prompts/list') return '"result":{"prompts":[{"name":"p"}]}';
  if (method === 'ping' || method === 'logging/setLevel') return '"result":{}';
  return '"error":{"code":-32601,"message":"Method not found"}';
}
