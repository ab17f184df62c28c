// An MCP server at which one has to sign in, with its authorization server, on the loopback of the test's own process.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export interface SignInServer {
  readonly url: string;
  readonly origin: string;
  /** Every request to the authorization server, as `POST /token refresh_token`. */
  readonly heard: readonly string[];
  /** Authorization headers of the MCP requests. */
  readonly presented: readonly string[];
  /** Every secret that was given out. */
  readonly secrets: readonly string[];
  /** From now on no access token is good that was given out before. */
  expireAccess(): void;
  /** From now on no refresh token is good. */
  refuseRefresh(): void;
  /** Calls of `wait` that came and are not answered. */
  readonly held: readonly (() => void)[];
  /** What the answers are changed to; the test may play any fool. */
  change(next: Partial<Ways>): void;
}

interface Ways {
  /** Seconds that a token says it lives. */
  readonly lifetime: number;
  /** Of the answer to the browser. */
  readonly state: string | undefined;
  readonly error: string | undefined;
  /** Where the server says its authorization server is. */
  readonly issuer: string | undefined;
  readonly scope: string | undefined;
  /** Whether the server takes what its authorization server gives out. */
  readonly isContent: boolean;
}

export async function openSignInServer(): Promise<SignInServer> {
  const heard: string[] = [];
  const presented: string[] = [];
  const secrets: string[] = [];
  const held: (() => void)[] = [];
  const [access, refresh, codes] = [new Set<string>(), new Set<string>(), new Map<string, string>()];
  let ways: Ways = {
    lifetime: 3600,
    state: undefined,
    error: undefined,
    issuer: undefined,
    scope: undefined,
    isContent: true,
  };
  const mint = (kind: string, into: Set<string>) => {
    const token = `${kind}-${randomUUID()}`;
    secrets.push(token);
    into.add(token);
    return token;
  };
  const tokens = () => ({
    access_token: mint('access', ways.isContent ? access : new Set()),
    refresh_token: mint('refresh', refresh),
    token_type: 'Bearer',
    expires_in: ways.lifetime,
  });

  function authorize(url: URL, response: ServerResponse): void {
    const { redirect_uri = '', state, code_challenge = '' } = Object.fromEntries(url.searchParams);
    const back = new URL(redirect_uri);
    const code = randomUUID();
    codes.set(code, code_challenge);
    if (ways.error === undefined) back.searchParams.set('code', code);
    else back.searchParams.set('error', ways.error);
    back.searchParams.set('state', ways.state ?? state ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  function exchange(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get('code') ?? '';
    const proof = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isGood =
      form.get('grant_type') === 'refresh_token'
        ? // A refresh token is good once.
          refresh.delete(form.get('refresh_token') ?? '')
        : codes.get(code) === proof.digest('base64url') && codes.delete(code);
    if (isGood) reply(response, tokens());
    else reply(response, { error: 'invalid_grant' }, 400);
  }

  function answerMcp(request: IncomingMessage, body: string, response: ServerResponse): void {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    presented.push(token);
    if (!access.has(token)) {
      const place = `${origin}/.well-known/oauth-protected-resource/mcp`;
      const scope = ways.scope === undefined ? '' : `, scope="${ways.scope}"`;
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${place}"${scope}` }).end();
      return;
    }
    const { id, method, params } = request.method === 'POST' ? JSON.parse(body) : blank;
    if (id === undefined) {
      response.writeHead(request.method === 'POST' ? 202 : 405).end();
      return;
    }
    const result = results[String(method)];
    const said = result === undefined ? { error: { code: -32601, message: 'unknown' } } : { result };
    const answerIt = () => reply(response, { jsonrpc: '2.0', id, ...said });
    if (params?.name === 'wait') held.push(answerIt);
    else answerIt();
  }

  function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/mcp') {
      answerMcp(request, body, response);
      return;
    }
    const form = new URLSearchParams(body);
    heard.push(`${request.method} ${url.pathname} ${form.get('grant_type') ?? ''}`.trim());
    const found = documents(origin, ways.issuer ?? origin)[url.pathname];
    if (url.pathname === '/authorize') authorize(url, response);
    else if (url.pathname === '/token') exchange(form, response);
    else if (url.pathname === '/register') {
      const client = { client_id: 'registered', client_secret: mint('secret', new Set()) };
      reply(response, { ...JSON.parse(body), ...client }, 201);
    } else if (url.pathname === '/revoke') {
      refresh.delete(form.get('token') ?? '');
      reply(response, {});
    } else if (found === undefined) response.writeHead(404).end();
    else reply(response, found);
  }

  const server = createServer((request, response) => {
    read(request)
      .then((body) => answer(request, body, response))
      .catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    ...{ url: `${origin}/mcp`, origin, heard, presented, secrets, held },
    expireAccess: () => access.clear(),
    refuseRefresh: () => refresh.clear(),
    change(next) {
      ways = { ...ways, ...next };
    },
  };
}

const blank = { id: undefined, method: undefined, params: undefined };

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'guarded', version: '1' },
  },
  'tools/list': { tools: ['whoami', 'wait'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
  'tools/call': { content: [{ type: 'text', text: 'the user' }] },
};

function documents(origin: string, issuer: string): Readonly<Record<string, object>> {
  return {
    '/.well-known/oauth-protected-resource/mcp': { resource: `${origin}/mcp`, authorization_servers: [issuer] },
    '/.well-known/oauth-authorization-server': {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
  };
}

function reply(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return text;
}
