// The gateway's end of the link, played by a test: its record in the run directory, and a client that proves the role.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Json } from './frames.ts';
import type { HostProcess } from './host-process.ts';
import { MessageStream } from './message-stream.ts';
import { framedClient, type RawClient } from './raw-client.ts';

export interface FakeGateway {
  readonly token: string;
  /** Lines that came to the gateway's socket. */
  readonly knocks: MessageStream<Json>;
  /** Dials a host, as the gateway does. Resolves after the host's hello. */
  dial(host: HostProcess, fields?: Json): Promise<RawClient & { readonly hello: Json }>;
}

/** Publishes a gateway's record in this home and listens at its socket. */
export async function fakeGateway(home: string): Promise<FakeGateway> {
  const token = randomBytes(32).toString('hex');
  const nonce = randomBytes(16).toString('hex');
  const socket = join(home, 'run', `gateway-${nonce.slice(0, 8)}.sock`);
  const knocks = new MessageStream<Json>();
  const server: Server = createServer((client) => {
    client.on('error', () => {});
    createInterface(client).on('line', (line) => knocks.push(JSON.parse(line)));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const record = { nonce, pid: process.pid, version: '0', socket, token };
  writeFileSync(join(home, 'run', 'gateway.json'), JSON.stringify(record));
  return {
    token,
    knocks,
    async dial(host, fields = {}) {
      const client = await framedClient(host.record().socket);
      const hello = await client.ask({
        type: 'hello',
        role: 'gateway',
        wire: [1, 1],
        version: '0',
        capabilities: ['ids', 'chunks'],
        token: host.token(),
        gatewayToken: token,
        ...fields,
      });
      return { ...client, hello };
    },
  };
}
