// Seed 000's native host as its algorithm reads, plainly: one growing buffer an end, two writes a frame, every reply to
// every client, and a main loop that ends at the first frame over 1 MB. It is here to be measured, not to be used.
import { chmodSync, existsSync, statSync, unlinkSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import process from 'node:process';

const MAX_MESSAGE_BYTES = 1024 * 1024;
const HEADER_BYTES = 4;
const socketPath = `/tmp/claude-code-mcp-${process.env.USER ?? 'unknown'}.sock`;
const clients = new Set<Socket>();

interface Cut {
  /** 'wait' for more bytes, a 'broken' length, or the text of one message. */
  readonly found: 'wait' | 'broken' | 'message';
  readonly text: string;
  readonly rest: Buffer;
}

function cutMessage(backlog: Buffer): Cut {
  if (backlog.length < HEADER_BYTES) return { found: 'wait', text: '', rest: backlog };
  const length = backlog.readUInt32LE(0);
  if (length === 0 || length > MAX_MESSAGE_BYTES) return { found: 'broken', text: '', rest: backlog };
  const end = HEADER_BYTES + length;
  if (backlog.length < end) return { found: 'wait', text: '', rest: backlog };
  return { found: 'message', text: backlog.subarray(HEADER_BYTES, end).toString('utf8'), rest: backlog.subarray(end) };
}

function headerOf(payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(payload.length, 0);
  return header;
}

function tellBrowser(message: object): void {
  const payload = Buffer.from(JSON.stringify(message), 'utf8');
  process.stdout.write(headerOf(payload));
  process.stdout.write(payload);
}

function tellAllClients(message: object): void {
  const payload = Buffer.from(JSON.stringify(message), 'utf8');
  const frame = Buffer.concat([headerOf(payload), payload]);
  for (const client of clients) client.write(frame);
}

function fromBrowser(text: string): void {
  const { type, ...rest } = JSON.parse(text);
  if (type === 'ping') tellBrowser({ type: 'pong', timestamp: Date.now() });
  else if (type === 'get_status') tellBrowser({ type: 'status_response', native_host_version: '1.0.0' });
  else if (type === 'tool_response' || type === 'notification') tellAllClients(rest);
  else tellBrowser({ type: 'error', error: `Unknown message type: ${type}` });
}

function admit(client: Socket): void {
  let backlog: Buffer = Buffer.alloc(0);
  clients.add(client);
  tellBrowser({ type: 'mcp_connected' });
  client.on('data', (piece: Buffer) => {
    backlog = Buffer.concat([backlog, piece]);
    for (;;) {
      const { found, text, rest } = cutMessage(backlog);
      backlog = rest;
      if (found === 'broken') client.destroy();
      if (found !== 'message') return;
      const { method, params } = JSON.parse(text);
      tellBrowser({ type: 'tool_request', method, params });
    }
  });
  client.on('error', (error) => console.error('client:', error.message));
  client.on('close', () => {
    clients.delete(client);
    tellBrowser({ type: 'mcp_disconnected' });
  });
}

const server = createServer(admit);

function leave(): void {
  for (const client of clients) client.destroy();
  server.close();
  process.exit(0);
}

if (existsSync(socketPath) && statSync(socketPath).isSocket()) unlinkSync(socketPath);
server.listen(socketPath, () => {
  chmodSync(socketPath, 0o600);
  let backlog: Buffer = Buffer.alloc(0);
  process.stdin.on('data', (piece: Buffer) => {
    backlog = Buffer.concat([backlog, piece]);
    for (;;) {
      const { found, text, rest } = cutMessage(backlog);
      backlog = rest;
      if (found === 'broken') return leave();
      if (found === 'wait') return;
      fromBrowser(text);
    }
  });
  process.stdin.on('end', leave);
});
