// The sign-in at one server: its token for each request, renewed once for all who wait, and what the server last asked for.
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
  /** By which the user names the server. */
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
  /** Sees what another process wrote since. */
  reload(): void;
  /** Undefined takes it away. */
  write(kept: KeptSignIn | undefined): void;
  /** Throws when another process is the writer: what that one keeps must not be used up here. */
  mayWrite(): void;
}

export class SignIn implements TokenSource {
  readonly #options: SignInOptions;
  #renewing: Promise<string | undefined> | undefined;
  #challenge: Challenge = {};
  /** What a token lacked when the server last refused it for that. */
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

  /** What is kept, unless the entry names another client by now. */
  get kept(): KeptSignIn | undefined {
    const kept = this.#options.store.read();
    const { clientId, clientSecret } = this.oauth;
    if (clientId === undefined || kept === undefined) return kept;
    if (kept.client.id !== clientId) return undefined;
    return { ...kept, client: { id: clientId, secret: clientSecret } };
  }

  /** What is kept, if it is of this authorization server. */
  keptAt({ issuer }: Authority): KeptSignIn | undefined {
    const kept = this.kept;
    return kept !== undefined && isSameIssuer(kept.issuer, issuer) ? kept : undefined;
  }

  async token(): Promise<string | undefined> {
    const tokens = this.kept?.tokens;
    if (tokens?.refresh === undefined || this.#options.now() < (tokens.freshUntilMs ?? Number.POSITIVE_INFINITY)) {
      return tokens?.access;
    }
    // It may be good still, and whether it is the server will say.
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

  /** Where to look for the authorization server, and what to ask it for. */
  find(): Promise<Authority> {
    return findAuthority(this.address, this.#resourceMetadataUrl, this.guard.fetch);
  }

  /** What the user chose, else what the server wants; with all that was granted before when that was not enough. */
  scopeFor(authority: Authority): string | undefined {
    const first = this.oauth.scopes?.join(' ') ?? this.#challenge.scope ?? authority.scopes;
    if (this.#lacking === undefined) return first;
    const granted = this.keptAt(authority)?.tokens?.scope;
    const scopes = [granted ?? first, this.#lacking].flatMap((text) => text?.split(' ') ?? []);
    return [...new Set(scopes)].filter((scope) => scope !== '').join(' ') || undefined;
  }

  /** The client is kept before there are tokens, so that a sign-in that was given up registers nobody twice. */
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

  /** Why the server does not serve us, if a sign-in would help. */
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
      // A server that just cannot describe itself names nobody, and that is no reason to forget.
      if (authority.resource === undefined)
        throw unusable('The server does not say now who its authorization server is.');
      store.write(undefined);
      return undefined;
    }
    const tokens = await refresh(authority, kept.client, kept.tokens.refresh, this.guard.fetch);
    const { tokens: now, ...rest } = store.read() ?? {};
    // Somebody signed in, or out, in the meantime: what they have is newer.
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

/** One slash at the end is no other issuer: addresses get one where names have none. */
export function isSameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '');
}

function signInNeeded(message: string, signIn: 'needed' | 'more'): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', message, {
    hint: 'The call has not run. Ask the user to run that command, then call again.',
    data: { outcome: 'not_run', signIn },
  });
}

/** Whether the server serves us nothing before somebody signs in. */
export function isSignedOut(thrown: unknown): thrown is SallyportError {
  return thrown instanceof SallyportError && thrown.data?.signIn === 'needed';
}

/** Whether this is a fault that only a person can mend. */
export function isSignInNeeded(thrown: unknown): boolean {
  return thrown instanceof SallyportError && thrown.data?.signIn !== undefined;
}
