// One page on loopback, at a port of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

export async function servePage(html: string): Promise<ServedPage> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  // A TCP server always has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
