// What an HTTP request must show before anything of it is read further: whom it thinks it talks to, where it comes from, its token.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * A page that had its own name resolved to this machine sends that name as Host: only names of the loopback are served. The
 * port may differ, as it does behind a forwarded one.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  return loopbackNames.includes(name);
}

/**
 * Agents send no Origin; pages do. One of the door's own address passes, as MCP's conformance suite wants it, unless a browser
 * sent it: the door serves no page, but a program that had the port before may have left a service worker there. Browsers say
 * in Sec-Fetch-Site where a request comes from, and no page can leave that out; Node's own fetch does not send it.
 */
export function isFromPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, port: number): boolean {
  if (site !== undefined) return true;
  return origin !== undefined && !loopbackNames.some((name) => origin.toLowerCase() === `http://${name}:${port}`);
}

/**
 * The path and query that a request names. Undefined for anything but a path: `new URL('//', base)` throws, and `//host/path`
 * would name another host.
 */
export function targetOf({ url = '' }: Pick<IncomingMessage, 'url'>): URL | undefined {
  const whole = `http://127.0.0.1${url}`;
  return url.startsWith('/') && URL.canParse(whole) ? new URL(whole) : undefined;
}

/** The token of `Authorization: Bearer <token>`; undefined where there is none. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return /^bearer +([^\s]+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/** Takes the same time wherever the two differ, and tells nothing of their lengths. */
export function isSameSecret(expected: string, presented: string): boolean {
  return timingSafeEqual(digest(expected), digest(presented));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
