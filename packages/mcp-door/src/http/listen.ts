// Listens on the loopback, on the given port or, if that is in use and allowed, on one that the system chooses.
import type { Server } from 'node:http';

export interface ListenOptions {
  readonly port: number;
  readonly mayChoosePort: boolean;
}

/** Resolves with the port; rejects with the system's error. */
export async function listenOnLoopback(server: Server, { port, mayChoosePort }: ListenOptions): Promise<number> {
  try {
    return await listenAt(server, port);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || !mayChoosePort) throw error;
    return listenAt(server, 0);
  }
}

function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('The server is not listening on a port.'));
    });
  });
}
