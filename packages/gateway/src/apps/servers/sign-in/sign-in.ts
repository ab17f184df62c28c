// The sign-in at one server: its access token, refreshed once for all requests that wait, and the server's last challenge.
import type { OAuthTokens } from '@modelcontextprotocol/client';
import { limits, SallyportError } from '@sallyport/protocol';
import type { OAuthSpec } from '../../../store/oauth-spec.ts';
import type { KeptClient, KeptSignIn, KeptTokens } from '../../../store/sign-in-document.ts';
import { unusable } from './auth-fault.ts';
import { type Authority, findAuthority } from './authority.ts';
import type { Guard } from './guard.ts';
import type { TokenSource } from './signed-fetch.ts';
import { refresh } from './tokens.ts';

export interface SignInOptions {
  /** The server's id. */
  readonly id: string;
  readonly address: URL;
  /** With its references resolved. */
  readonly oauth: OAuthSpec;
  readonly store: SignInStore;
  readonly guard: Guard;
  readonly now: () => number;
}

/** Where the sign-in of this one server is kept. */
export interface SignInStore {
  read(): KeptSignIn | undefined;
  /** Reads what another process has written since. */
  reload(): void;
  /** Undefined deletes it. */
  write(kept: KeptSignIn | undefined): void;
  /** Throws when another process is the writer: refreshing here would invalidate that one's token. */
  mayWrite(): void;
}

export class SignIn implements TokenSource {
  readonly #options: SignInOptions;
  #renewing: Promise<string | undefined> | undefined;
  #challenge: Challenge = {};
  /** The scopes that the server last refused the token for. */
  #lacking: string | undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#options.id;
  }

  get address(): URL {
    return this.#options.address;
  }

  get oauth(): OAuthSpec {
    return this.#options.oauth;
  }

  get guard(): Guard {
    return this.#options.guard;
  }

  /** The stored sign-in, unless the entry names another client by now. */
  get kept(): KeptSignIn | undefined {
    const kept = this.#options.store.read();
    const { clientId, clientSecret } = this.oauth;
    if (clientId === undefined || kept === undefined) return kept;
    if (kept.client.id !== clientId) return undefined;
    return { ...kept, client: { id: clientId, secret: clientSecret } };
  }

  /** The stored sign-in, if it is from this authorization server. */
  keptAt({ issuer }: Authority): KeptSignIn | undefined {
    const kept = this.kept;
    return kept !== undefined && isSameIssuer(kept.issuer, issuer) ? kept : undefined;
  }

  async token(): Promise<string | undefined> {
    const tokens = this.kept?.tokens;
    if (tokens?.refresh === undefined || this.#options.now() < (tokens.freshUntilMs ?? Number.POSITIVE_INFINITY)) {
      return tokens?.access;
    }
    // It may still be valid; the server decides.
    return this.instead(tokens.access).catch(() => tokens.access);
  }

  async instead(refused: string | undefined): Promise<string | undefined> {
    this.#options.store.reload();
    const tokens = this.kept?.tokens;
    if (tokens === undefined || tokens.access !== refused) return tokens?.access;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  note(response: Response): void {
    const { error, ...challenge } = readChallenge(response.headers.get('www-authenticate') ?? '');
    if (response.status === 401) this.#challenge = challenge;
    if (response.status === 403) this.#lacking = error === 'insufficient_scope' ? (challenge.scope ?? '') : undefined;
  }

  get #resourceMetadataUrl(): string | undefined {
    return this.#challenge.resourceMetadataUrl ?? this.#options.store.read()?.resourceMetadataUrl;
  }

  find(): Promise<Authority> {
    return findAuthority(this.address, this.#resourceMetadataUrl, this.guard.fetch);
  }

  /** The scopes that the user configured, else those the server wants; after an insufficient scope, added to the granted ones. */
  scopeFor(authority: Authority): string | undefined {
    const first = this.oauth.scopes?.join(' ') ?? this.#challenge.scope ?? authority.scopes;
    if (this.#lacking === undefined) return first;
    const granted = this.keptAt(authority)?.tokens?.scope;
    const scopes = [granted ?? first, this.#lacking].flatMap((text) => text?.split(' ') ?? []);
    return [...new Set(scopes)].filter((scope) => scope !== '').join(' ') || undefined;
  }

  /** The client is stored before there are tokens: a cancelled sign-in must not register us twice. */
  keep(authority: Authority, client: KeptClient, tokens?: OAuthTokens, scope?: string): void {
    const { clientId } = this.oauth;
    this.#options.store.write({
      issuer: authority.issuer,
      client: clientId === undefined ? client : { id: clientId },
      resourceMetadataUrl: this.#resourceMetadataUrl,
      tokens: tokens === undefined ? undefined : this.#toKept(tokens, scope),
    });
    if (tokens !== undefined) this.#lacking = undefined;
  }

  forget(): void {
    this.#options.store.write(undefined);
  }

  /** The error for this HTTP status, if a sign-in would help. */
  explain(status: number | undefined): SallyportError | undefined {
    const command = `run "sallyport servers login ${this.id}".`;
    if (status === 401) return signInNeeded(`The server requires a sign-in: ${command}`, 'needed');
    if (status !== 403 || this.#lacking === undefined) return undefined;
    return signInNeeded(`The server requires a sign-in with more rights: ${command}`, 'more');
  }

  async #renew(): Promise<string | undefined> {
    const { store } = this.#options;
    const kept = this.kept;
    if (kept?.tokens?.refresh === undefined) return undefined;
    store.mayWrite();
    const authority = await this.find();
    if (!isSameIssuer(authority.issuer, kept.issuer)) {
      // When only the metadata is unavailable, the tokens are kept.
      if (authority.resource === undefined)
        throw unusable('The server does not name its authorization server at the moment.');
      store.write(undefined);
      return undefined;
    }
    const tokens = await refresh(authority, kept.client, kept.tokens.refresh, this.guard.fetch);
    const { tokens: now, ...rest } = store.read() ?? {};
    // Somebody signed in or out in the meantime: that is newer.
    if (now?.access !== kept.tokens.access || !('issuer' in rest)) return now?.access;
    if (typeof tokens === 'string') {
      store.write(tokens === 'unknown' ? undefined : rest);
      return undefined;
    }
    store.write({ ...rest, tokens: this.#toKept(tokens, kept.tokens.scope) });
    return tokens.access_token;
  }

  #toKept(tokens: OAuthTokens, scope: string | undefined): KeptTokens {
    const { access_token: access, refresh_token: refresh, expires_in: seconds, scope: granted = scope } = tokens;
    const lifeMs = seconds === undefined ? undefined : seconds * 1000 * limits.signIn.freshPart;
    return {
      access,
      refresh,
      scope: granted,
      freshUntilMs: lifeMs === undefined ? undefined : this.#options.now() + lifeMs,
    };
  }
}

interface Challenge {
  readonly scope?: string;
  readonly resourceMetadataUrl?: string;
}

/** The parameters of a `Bearer` challenge that matter here (RFC 6750, RFC 9728). */
export function readChallenge(header: string): Challenge & { readonly error?: string } {
  const field = (name: string) => {
    const [, quoted, plain] = new RegExp(`[\\s,]${name}=(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(header) ?? [];
    return quoted ?? plain;
  };
  const [scope, error, metadataUrl] = [field('scope'), field('error'), field('resource_metadata')];
  const resourceMetadataUrl = metadataUrl && URL.canParse(metadataUrl) ? metadataUrl : undefined;
  return { scope: scope || undefined, error: error || undefined, resourceMetadataUrl };
}

/** Ignores a trailing slash, which URLs get and issuer names often lack. */
export function isSameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '');
}

function signInNeeded(message: string, signIn: 'needed' | 'more'): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', message, {
    hint: 'The call has not run. Ask the user to run that command, then call again.',
    data: { outcome: 'not_run', signIn },
  });
}

/** Whether the server requires a sign-in for everything. */
export function isSignedOut(thrown: unknown): thrown is SallyportError {
  return thrown instanceof SallyportError && thrown.data?.signIn === 'needed';
}

/** Whether a person must sign in. */
export function isSignInNeeded(thrown: unknown): boolean {
  return thrown instanceof SallyportError && thrown.data?.signIn !== undefined;
}
