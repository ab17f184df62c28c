// The redirect target of one sign-in: a listener on the loopback and the page it shows.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { targetOf } from '@sallyport/mcp-door';
import { isSameToken } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';

export interface CallbackListener {
  readonly redirectUri: string;
  /** The first callback with the right `state`; all other requests are refused. */
  readonly answered: Promise<URLSearchParams>;
  /** Shows the page to the waiting browser, if any, and closes the port. May be called again. */
  close(page: Page): Promise<void>;
}

export interface Page {
  readonly status: number;
  readonly text: string;
}

export interface CallbackOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly state: string;
}

const PATH = '/callback';

/** Rejects when the port is taken. */
export async function listenForCallback({ port, state }: CallbackOptions): Promise<CallbackListener> {
  let settle: (params: URLSearchParams) => void = () => {};
  const answered = new Promise<URLSearchParams>((resolve) => {
    settle = resolve;
  });
  let waiting: ServerResponse | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = targetOf(request) ?? {};
    if (request.method !== 'GET' || pathname !== PATH || searchParams === undefined)
      return send(response, { status: 404, text: 'Not found.' });
    if (!isSameToken(searchParams.get('state') ?? '', state)) return send(response, unknownRequest);
    if (waiting !== undefined) return send(response, { status: 409, text: 'This sign-in is already complete.' });
    waiting = response;
    settle(searchParams);
  });
  server.requestTimeout = REQUEST_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const redirectUri = `http://127.0.0.1:${await listen(server, port)}${PATH}`;
  let closing: Promise<void> | undefined;
  return {
    redirectUri,
    answered,
    close(page) {
      closing ??= end(server, waiting, page);
      return closing;
    },
  };
}

const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 16;
const unknownRequest: Page = { status: 400, text: 'Refused: this does not belong to the sign-in that was started.' };

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (thrown) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `Port ${port} of 127.0.0.1 is in use.`, {
      hint: 'Stop the program that uses it, or set another "callbackPort" in the "oauth" of the entry.',
      data: { outcome: 'not_run', port },
      cause: thrown,
    });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function end(server: Server, waiting: ServerResponse | undefined, page: Page): Promise<void> {
  if (waiting !== undefined && !waiting.destroyed) {
    const sent = once(waiting, 'close').catch(() => {});
    send(waiting, page);
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())]);
  }
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

const GOODBYE_MS = 1000;

function send(response: ServerResponse, page: Page): void {
  response.writeHead(page.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(render(page.text));
}

export function render(text: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sallyport</title>
<style>body{font:1.1rem system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style>
<main><p>${asText(text)}</p></main></html>
`;
}

function asText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
