// A knock: how a host or an editor that starts, changes or stops makes the running gateway read the records again.
import { connect } from 'node:net';
import { limits } from '@sallyport/protocol';
import { readGatewayRecord } from './gateway-record.ts';
import type { RunDirectory } from './private-folder.ts';

export type Knock =
  | { readonly role: 'host'; readonly hostId: string }
  | { readonly role: 'editor'; readonly editorId: string };

/** True when a running gateway accepted it. Never rejects. */
export function knockAtGateway(run: RunDirectory, knock: Knock): Promise<boolean> {
  const record = readGatewayRecord(run);
  if (record === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(record.socket);
    socket.setTimeout(limits.host.gatewayStartMs, () => socket.destroy());
    let isAccepted = false;
    socket.on('connect', () => {
      isAccepted = true;
      socket.end(`${JSON.stringify({ ...knock, token: record.token })}\n`);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(isAccepted));
    // The gateway's answer is not read.
    socket.resume();
  });
}
