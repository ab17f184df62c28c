// fetch for servers, with a size limit for each message and without Node's listener warning on long streams.
import { setMaxListeners } from 'node:events';
import type { WireListener } from './wire.ts';

const OWN_ID = /^\{"jsonrpc":"2\.0","id":(\d+)/;

export function boundedFetch(listener: Pick<WireListener, 'onOversized'>, maxBytes: number): typeof fetch {
  return async (input, init) => {
    // One signal ends all exchanges of a connection; Node warns of a leak from eleven listeners on.
    if (init?.signal) setMaxListeners(0, init.signal);
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const body = typeof init?.body === 'string' ? init.body : '';
    const requestId = OWN_ID.exec(body.slice(0, 64))?.[1];
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const bounded = response.body.pipeThrough(
      boundOf(isStream, maxBytes, (byteLength) =>
        listener.onOversized(requestId === undefined ? undefined : Number(requestId), byteLength),
      ),
    );
    return new Response(bounded, response);
  };
}

/** Counts the bytes of a message: the whole response, or in a stream everything since the last blank line. */
function boundOf(
  isStream: boolean,
  maxBytes: number,
  onOversized: (byteLength: number) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let byteLength = 0;
  return new TransformStream({
    transform(piece, controller) {
      byteLength += piece.byteLength;
      if (byteLength > maxBytes) {
        onOversized(byteLength);
        controller.error(new Error('A message of the server exceeds the size limit.'));
        return;
      }
      if (isStream && Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).includes('\n\n')) byteLength = 0;
      controller.enqueue(piece);
    },
  });
}
