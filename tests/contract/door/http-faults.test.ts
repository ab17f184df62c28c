// What a careless or hostile client can do to the HTTP door: others are served all the while.
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { connectClient, type DoorWorld, doorToken, openDoorWorld } from '../../support/http-door.ts';

interface RawSocket {
  readonly socket: Socket;
  readonly heard: () => string;
  readonly isClosed: () => boolean;
}

function dial({ url }: DoorWorld, allowHalfOpen = false): RawSocket {
  const socket = connect({ host: '127.0.0.1', port: Number(url.port), allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  let heard = '';
  let isClosed = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  socket
    .on('error', () => {})
    .on('close', () => {
      isClosed = true;
    });
  return { socket, heard: () => heard, isClosed: () => isClosed };
}

const head = (...lines: string[]) =>
  [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${doorToken}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...lines,
    '',
    '',
  ].join('\r\n');

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernLines = (method: string, ...more: string[]) => [
  'MCP-Protocol-Version: 2026-07-28',
  `Mcp-Method: ${method}`,
  ...more,
];
const request = (method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modern } });

async function isServed(world: DoorWorld): Promise<void> {
  const { client } = await connectClient(world.url, 'modern');
  expect((await client.listTools()).tools).toHaveLength(1);
}

it('a body of 100 MB is refused by its length, before any of it is read', async () => {
  const world = await openDoorWorld();
  const { socket, heard } = dial(world);
  socket.write(head('Content-Length: 104857600'));
  await eventually('it is refused', () => heard().startsWith('HTTP/1.1 413'));
  await isServed(world);
});

it('a body that never says how long it is, is cut off at the bound', async () => {
  const world = await openDoorWorld();
  const { socket, heard, isClosed } = dial(world);
  socket.write(head('Transfer-Encoding: chunked'));
  const piece = `100000\r\n${' '.repeat(0x10_00_00)}\r\n`;
  let sent = 0;
  const send = () => {
    while (sent < 100 && !socket.destroyed && socket.write(piece)) sent += 1;
  };
  socket.on('drain', send);
  send();
  await eventually('it is refused or cut', () => heard().startsWith('HTTP/1.1 413') || isClosed());
  await isServed(world);
});

it('clients that dribble their headers are cut, and others are served meanwhile', async () => {
  const world = await openDoorWorld({ headersMs: 400 });
  const dribblers = Array.from({ length: 40 }, () => dial(world));
  for (const { socket } of dribblers) socket.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  await isServed(world);
  await eventually('all of them are cut', () => dribblers.every(({ isClosed }) => isClosed()));
  await isServed(world);
});

it('a client that closes its half after the request still gets the answer', async () => {
  const world = await openDoorWorld();
  const { socket, heard } = dial(world, true);
  const body = request('tools/list', {});
  socket.end(`${head(`Content-Length: ${body.length}`, ...modernLines('tools/list'))}${body}`);
  await eventually('the answer came', () => heard().includes('"echo"'));
});

it('a client that is gone in the middle of a call has withdrawn it', async () => {
  const world = await openDoorWorld();
  const { socket } = dial(world);
  const body = request('tools/call', { name: 'echo', arguments: {} });
  socket.write(`${head(`Content-Length: ${body.length}`, ...modernLines('tools/call', 'Mcp-Name: echo'))}${body}`);
  const call = await eventually('the call arrived', () => world.calls[0]);
  socket.destroy();
  await eventually('the call was told', () => call.options.signal.aborted);
  await eventually('the guest left', () => world.left.length === 1);
  await isServed(world);
});

it('an unknown method, a wrong version and bytes that are no HTTP are refused, each in its way', async () => {
  const world = await openDoorWorld();
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'no/such' };
  const unknown = await world.post(request('no/such', {}), headers);
  expect([unknown.status, JSON.parse(await unknown.text()).error.code]).toEqual([404, -32601]);
  const version = await world.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-protocol-version': '1999-01-01' });
  expect(version.status).toBe(400);
  const { socket, heard, isClosed } = dial(world);
  socket.write('\u0016\u0003\u0001 no http at all\r\n\r\n');
  await eventually('it is turned away', () => heard().startsWith('HTTP/1.1 400') || isClosed());
  await isServed(world);
});
