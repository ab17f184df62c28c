// A knock: how a host or an editor that came, changed or goes tells the gateway that runs to look at the records.
import { connect } from 'node:net';
import { limits } from '@sallyport/protocol';
import { readGatewayRecord } from './gateway-record.ts';
import type { RunDirectory } from './private-folder.ts';

export type Knock =
  | { readonly role: 'host'; readonly hostId: string }
  | { readonly role: 'editor'; readonly editorId: string };

/** True when a gateway runs and heard it. Never rejects: without a gateway there is nobody to tell. */
export function knockAtGateway(run: RunDirectory, knock: Knock): Promise<boolean> {
  const record = readGatewayRecord(run);
  if (record === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(record.socket);
    socket.setTimeout(limits.host.gatewayStartMs, () => socket.destroy());
    let isHeard = false;
    socket.on('connect', () => {
      isHeard = true;
      socket.end(`${JSON.stringify({ ...knock, token: record.token })}\n`);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(isHeard));
    // The gateway may answer or not; what it says is not read.
    socket.resume();
  });
}
