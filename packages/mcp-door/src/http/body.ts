// Reads a request's body up to a maximum size.
import type { IncomingMessage } from 'node:http';

/** Rejects when the client disconnects before the end. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly json: unknown } | 'too large' | 'no json'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too large';
  const pieces: Buffer[] = [];
  let size = 0;
  // Keeps the request open after the loop: its answer uses the same connection.
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
