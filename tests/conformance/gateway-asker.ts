// Questions over the gateway's socket, as the command line asks them.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { GatewayRecord } from '@sallyport/native-host/run-directory';

export type AskGateway = ReturnType<typeof openGatewayAsker>;

export function openGatewayAsker({ socket, token }: GatewayRecord) {
  return async (method: string, params: object = {}, onAddress?: (address: string) => void) => {
    const connection = connect(socket);
    connection.write(`${JSON.stringify({ token, role: 'cli' })}\n`);
    connection.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    for await (const line of createInterface({ input: connection })) {
      const { id, result, error, params: told } = JSON.parse(line);
      if (id === undefined) {
        onAddress?.(told.address);
        continue;
      }
      connection.destroy();
      if (error !== undefined) throw new Error(error.message);
      return result;
    }
    throw new Error('The gateway did not answer.');
  };
}
