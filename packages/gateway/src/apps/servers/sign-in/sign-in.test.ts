import { expect, it } from 'vitest';
import type { KeptSignIn } from '../../../store/sign-in-document.ts';
import { listenForCallback } from './callback.ts';
import type { GuardedFetch } from './guard.ts';
import { logIn } from './login.ts';
import { readChallenge, SignIn } from './sign-in.ts';

const ORIGIN = 'https://mcp.example.org';
const documents: Readonly<Record<string, object>> = {
  '/.well-known/oauth-protected-resource/mcp': { resource: `${ORIGIN}/mcp`, scopes_supported: ['read'] },
  '/.well-known/oauth-authorization-server': {
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/authorize`,
    token_endpoint: `${ORIGIN}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  },
};

const kept: KeptSignIn = {
  issuer: ORIGIN,
  client: { id: 'me' },
  tokens: { access: 'old', refresh: 'once', scope: 'read', freshUntilMs: 1000 },
};

interface Scene {
  /** Instead of the documents of the server. */
  readonly found?: Readonly<Record<string, object>>;
  readonly kept?: KeptSignIn;
  readonly now?: number;
  readonly answer?: () => Response;
  readonly mayWrite?: () => void;
  readonly oauth?: ConstructorParameters<typeof SignIn>[0]['oauth'];
}

/** A sign-in whose authorization server is a function. */
function openSignIn({ now = 0, answer, mayWrite = () => {}, oauth = {}, found = documents, ...scene }: Scene) {
  let store = scene.kept;
  const posted: string[] = [];
  const fetch: GuardedFetch = async (input, init) => {
    const { pathname } = new URL(input);
    if (init?.method === 'POST') posted.push(pathname);
    if (pathname === '/token') return answer?.() ?? new Response('', { status: 500 });
    const document = found[pathname];
    return document === undefined ? new Response('', { status: 503 }) : Response.json(document);
  };
  const signIn = new SignIn({
    ...{
      id: 'far',
      address: new URL(`${ORIGIN}/mcp`),
      oauth,
      guard: { fetch, checkPage: async () => {} },
      now: () => now,
    },
    store: {
      read: () => store,
      reload: () => {},
      write: (next) => {
        store = next;
      },
      mayWrite,
    },
  });
  return { signIn, posted, store: () => store };
}

const fresh = () =>
  Response.json({ access_token: 'new', refresh_token: 'twice', token_type: 'Bearer', expires_in: 100 });

it('a fresh token is used as it is; an old one is renewed once for all who ask, before it is refused', async () => {
  const young = openSignIn({ kept, now: 999 });
  expect(await young.signIn.token()).toBe('old');
  expect(young.posted).toEqual([]);
  const { signIn, posted, store } = openSignIn({ kept, now: 1000, answer: fresh });
  expect(await Promise.all([signIn.token(), signIn.token(), signIn.instead('old')])).toEqual(['new', 'new', 'new']);
  expect(await signIn.instead('old')).toBe('new');
  expect(posted).toEqual(['/token']);
  expect(store()?.tokens).toEqual({ access: 'new', refresh: 'twice', scope: 'read', freshUntilMs: 91_000 });
});

it('a refusal for good forgets the tokens, and the client when that is unknown too; a fault keeps both', async () => {
  const refused = openSignIn({ kept, answer: () => Response.json({ error: 'invalid_grant' }, { status: 400 }) });
  expect(await refused.signIn.instead('old')).toBeUndefined();
  expect(refused.store()).toEqual({ issuer: ORIGIN, client: { id: 'me' } });
  const forgotten = openSignIn({ kept, answer: () => Response.json({ error: 'invalid_client' }, { status: 401 }) });
  expect(await forgotten.signIn.instead('old')).toBeUndefined();
  expect(forgotten.store()).toBeUndefined();
  const down = openSignIn({ kept, now: 1000, answer: () => new Response('a secret text', { status: 503 }) });
  await expect(down.signIn.instead('old')).rejects.toThrow(/^The authorization server answered "server_error"\.$/);
  // Whether the old one still opens the door, the server says.
  expect(await down.signIn.token()).toBe('old');
  expect(down.store()).toEqual(kept);
});

it('another issuer that the server names ends the sign-in; a server that names nobody just now does not', async () => {
  const moved = { ...kept, issuer: 'https://elsewhere.example' };
  const named = openSignIn({ kept: moved, answer: fresh });
  expect(await named.signIn.instead('old')).toBeUndefined();
  expect([named.store(), named.posted]).toEqual([undefined, []]);
  const { '/.well-known/oauth-authorization-server': metadata = {} } = documents;
  const silent = openSignIn({ kept: moved, found: { '/.well-known/oauth-authorization-server': metadata } });
  await expect(silent.signIn.instead('old')).rejects.toThrow('does not name its authorization server');
  expect(silent.store()).toEqual(moved);
});

it('where a server describes itself is kept from one sign-in to the next', async () => {
  const place = `${ORIGIN}/described`;
  const resource = documents['/.well-known/oauth-protected-resource/mcp'] ?? {};
  const before = { ...kept, resourceMetadataUrl: place };
  const { signIn, store } = openSignIn({ kept: before, found: { ...documents, '/described': resource } });
  signIn.keep(await signIn.find(), { id: 'new' });
  expect(store()).toEqual({ issuer: ORIGIN, client: { id: 'new' }, resourceMetadataUrl: place });
});

it('who may not write renews nothing: another process needs that token', async () => {
  const { signIn, posted } = openSignIn({
    kept,
    answer: fresh,
    mayWrite: () => {
      throw new Error('not ours');
    },
  });
  await expect(signIn.instead('old')).rejects.toThrow('not ours');
  expect(posted).toEqual([]);
});

it('a client that the entry names takes the place of another one, whose tokens are of no use', async () => {
  const { signIn } = openSignIn({ kept, oauth: { clientId: 'other' } });
  expect(await signIn.token()).toBeUndefined();
});

it('what is asked for: what the user chose, what the server wants, and all of it when that was not enough', async () => {
  const { signIn } = openSignIn({ kept });
  const authority = await signIn.find();
  expect(signIn.scopeFor(authority)).toBe('read');
  const refuse = (status: number, header: string) =>
    signIn.note(new Response('', { status, headers: { 'www-authenticate': header } }));
  refuse(401, 'Bearer scope="basic"');
  expect(signIn.scopeFor(authority)).toBe('basic');
  refuse(403, 'Bearer error="insufficient_scope", scope="write"');
  expect(signIn.scopeFor(authority)).toBe('read write');
  expect(signIn.explain(403)?.message).toContain('with more rights: run "sallyport servers login far"');
  refuse(403, 'Bearer error="other"');
  expect(signIn.explain(403)).toBeUndefined();
  expect(openSignIn({ oauth: { scopes: ['mine'] } }).signIn.scopeFor(authority)).toBe('mine');
});

it('a challenge is read whatever else stands in it', () => {
  expect(readChallenge('Bearer realm="x", error="invalid_token", error_description="scope=all"')).toEqual({
    error: 'invalid_token',
  });
  expect(readChallenge('Bearer resource_metadata=https://a.example/m, scope="a b"')).toEqual({
    resourceMetadataUrl: 'https://a.example/m',
    scope: 'a b',
  });
  expect(readChallenge('Basic')).toEqual({});
});

it('a sign-in ends with its deadline or its caller, and its port with it', async () => {
  const { signIn } = openSignIn({ oauth: { clientId: 'me' } });
  for (const [timeoutMs, isCancelled, code] of [
    [1, false, 'ERR_CONSENT_TIMEOUT'],
    [60_000, true, 'ERR_CANCELLED'],
  ] as const) {
    const controller = new AbortController();
    let port = 0;
    const onAddress = (address: string) => {
      const back = new URL(address).searchParams.get('redirect_uri') ?? '';
      port = Number(new URL(back).port);
      if (isCancelled) controller.abort();
    };
    const options = { name: 'far', signal: controller.signal, onAddress, createState: () => 's', timeoutMs };
    await expect(logIn(signIn, options)).rejects.toMatchObject({ code });
    const again = await listenForCallback({ port, state: 's' });
    await again.close({ status: 200, text: '' });
  }
});
