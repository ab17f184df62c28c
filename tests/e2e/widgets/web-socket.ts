// The least of a WebSocket's server side: short texts, both ways. Products take an open one for no activity of the page.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** RFC 6455 adds it to the client's key. */
const KEY_TAIL = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const MASK_BYTES = 4;

export interface TextSocket {
  /** Of at most 125 bytes. */
  send(text: string): void;
}

export function acceptWebSocket(request: IncomingMessage, wire: Duplex, onText: (text: string) => void): TextSocket {
  const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${KEY_TAIL}`).digest('base64');
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  wire.write(`${[...head, `Sec-WebSocket-Accept: ${key}`].join('\r\n')}\r\n\r\n`);
  let rest = Buffer.alloc(0);
  wire.on('error', () => {});
  wire.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (let frame = frameIn(rest); frame !== undefined; frame = frameIn(rest)) {
      rest = rest.subarray(frame.end);
      if (frame.head === TEXT) onText(frame.text);
    }
  });
  return {
    send(text) {
      const bytes = Buffer.from(text);
      wire.write(Buffer.concat([Buffer.from([TEXT, bytes.length]), bytes]));
    },
  };
}

function frameIn(bytes: Buffer): { readonly head: number; readonly text: string; readonly end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const lengthEnd = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < lengthEnd + MASK_BYTES) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const start = lengthEnd + MASK_BYTES;
  if (bytes.length < start + length) return undefined;
  const mask = bytes.subarray(lengthEnd, start);
  const text = Buffer.from(
    bytes.subarray(start, start + length).map((byte, at) => byte ^ (mask[at % MASK_BYTES] ?? 0)),
  );
  return { head: bytes.readUInt8(0), text: text.toString('utf8'), end: start + length };
}
