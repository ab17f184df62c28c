// Reads a request's body up to a bound; what is over it is not kept.
import type { IncomingMessage } from 'node:http';

/** Rejects when the client leaves half way. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly json: unknown } | 'too large' | 'no json'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too large';
  const pieces: Buffer[] = [];
  let size = 0;
  // The request must outlive the loop: its answer goes over the same connection.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(piece);
    size += bytes.byteLength;
    if (size > maxBytes) return 'too large';
    pieces.push(bytes);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
    return { json: JSON.parse(text) };
  } catch {
    return 'no json';
  }
}
