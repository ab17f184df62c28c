// The limit: a relay between socket clients and stdio that reads lengths and nothing else. Four bytes in front of every
// payload on stdio name the client; whoever answers sends them back.
import { createServer, type Socket } from 'node:net';
import process from 'node:process';
import { frameOf, PayloadCutter } from '../host/framing.ts';

const ADDRESS_BYTES = 4;
const [, , socketPath = ''] = process.argv;
const clients = new Map<number, Socket>();
let lastAddress = 0;

const server = createServer((client) => {
  lastAddress += 1;
  const address = Buffer.alloc(ADDRESS_BYTES);
  address.writeUInt32LE(lastAddress, 0);
  clients.set(lastAddress, client);
  const cutter = new PayloadCutter();
  client.on('data', (piece: Buffer) => {
    for (const payload of cutter.push(piece)) process.stdout.write(frameOf(address, payload));
  });
  client.on('error', () => client.destroy());
  client.on('close', () => clients.delete(address.readUInt32LE(0)));
});

server.listen(socketPath, () => {
  const cutter = new PayloadCutter();
  process.stdin.on('data', (piece: Buffer) => {
    for (const payload of cutter.push(piece)) {
      clients.get(payload.readUInt32LE(0))?.write(frameOf(payload.subarray(ADDRESS_BYTES)));
    }
  });
  process.stdin.on('end', () => {
    for (const client of clients.values()) client.destroy();
    server.close();
  });
});
