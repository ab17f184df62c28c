// Checks an HTTP request before its body is read: its host, its origin and its token.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Serves only loopback names: a page whose own name resolves to this machine (DNS rebinding) sends that name as Host. The
 * port may differ, for example behind port forwarding.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  return loopbackNames.includes(name);
}

/**
 * Agents send no Origin; pages do. The door's own address is accepted as Origin, as MCP's conformance suite requires, unless a
 * browser sent it: an earlier program on this port may have left a service worker there. Browsers always send Sec-Fetch-Site,
 * and pages cannot remove it; Node's fetch does not send it.
 */
export function isFromPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, port: number): boolean {
  if (site !== undefined) return true;
  return origin !== undefined && !loopbackNames.some((name) => origin.toLowerCase() === `http://${name}:${port}`);
}

/**
 * The path and query of a request. Undefined when the target is not a path: `new URL('//', base)` throws, and `//host/path`
 * would name another host.
 */
export function targetOf({ url = '' }: Pick<IncomingMessage, 'url'>): URL | undefined {
  const whole = `http://127.0.0.1${url}`;
  return url.startsWith('/') && URL.canParse(whole) ? new URL(whole) : undefined;
}

/** The token of `Authorization: Bearer <token>`; undefined when there is none. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return /^bearer +([^\s]+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/** Compares in constant time, which does not depend on the lengths either. */
export function isSameSecret(expected: string, presented: string): boolean {
  return timingSafeEqual(digest(expected), digest(presented));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
