// The user's sign-ins: one for each server address, shared by its connections. The only writer of their file.
import { createToken, type RandomBytes } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { OAuthSpec } from '../../../store/oauth-spec.ts';
import { hasOwnToken, type ServerSpec } from '../../../store/server-spec.ts';
import type { KeptSignIn, KeptSignIns, SignInDocument } from '../../../store/sign-in-document.ts';
import { type Environment, resolveText } from '../references.ts';
import { openGuard } from './guard.ts';
import { type LoginOptions, logIn } from './login.ts';
import { isSameIssuer, SignIn } from './sign-in.ts';
import { revoke } from './tokens.ts';

export interface SignInsOptions {
  readonly document: SignInDocument;
  /** Throws when another process is the writer. */
  readonly mayWrite: () => void;
  readonly env: Environment;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly log: (line: string) => void;
  readonly onFault: (thrown: unknown) => void;
  readonly loginMs?: number;
}

export class SignIns {
  readonly #options: SignInsOptions;
  /** By server id; replaced when the entry changes. */
  readonly #known = new Map<string, { readonly entry: string; readonly signIn: SignIn }>();
  readonly #underWay = new Set<string>();
  #signIns: KeptSignIns | undefined;
  #isUnsaved = false;

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /** Undefined where signing in is impossible: a program, or an entry with its own token. */
  of({ id, transport }: ServerSpec): SignIn | undefined {
    if (transport.kind === 'stdio' || hasOwnToken(transport)) return undefined;
    this.#reload();
    const { env, now } = this.#options;
    const address = new URL(resolveText(transport.url, env));
    const oauth = resolveOAuth(transport.oauth ?? {}, env);
    const entry = JSON.stringify([address.href, oauth]);
    const known = this.#known.get(id);
    if (known?.entry === entry) return known.signIn;
    const signIn = new SignIn({
      ...{ id, address, oauth, now },
      store: {
        read: () => this.#read()[address.href],
        reload: () => this.#reload(),
        write: (kept) => this.#write(address.href, kept),
        mayWrite: this.#options.mayWrite,
      },
      guard: openGuard({ server: address }),
    });
    this.#known.set(id, { entry, signIn });
    return signIn;
  }

  /** Resolves when the user is signed in. Allows one sign-in at a time for each server. */
  async logIn(spec: ServerSpec, options: Pick<LoginOptions, 'signal' | 'onAddress'>): Promise<void> {
    const signIn = this.#needed(spec);
    const { href } = signIn.address;
    if (this.#underWay.has(href)) {
      throw new SallyportError('ERR_RATE_LIMITED', `A sign-in to ${spec.name} is already in progress.`, {
        hint: 'Finish it in the browser, or cancel it with Ctrl-C where it was started.',
      });
    }
    this.#options.mayWrite();
    this.#underWay.add(href);
    try {
      const { random, loginMs } = this.#options;
      await logIn(signIn, { ...options, name: spec.name, createState: () => createToken(random), timeoutMs: loginMs });
      this.#options.log(`server ${spec.id}: the user signed in`);
    } finally {
      this.#underWay.delete(href);
    }
  }

  /** Deletes tokens and client, and revokes the tokens where the authorization server supports it. */
  async logOut(spec: ServerSpec): Promise<{ readonly wasSignedIn: boolean; readonly isRevoked: boolean }> {
    const signIn = this.#needed(spec);
    const kept = signIn.kept;
    const tokens = kept?.tokens;
    const finding = tokens === undefined ? undefined : signIn.find();
    signIn.forget();
    if (kept === undefined || tokens === undefined) return { wasSignedIn: false, isRevoked: false };
    this.#options.log(`server ${spec.id}: the user signed out`);
    const revoking = async () => {
      const authority = await finding;
      // Only the issuer of the token may see it.
      if (authority === undefined || !isSameIssuer(authority.issuer, kept.issuer)) return false;
      return revoke(authority, kept.client, tokens, signIn.guard.fetch);
    };
    // It is already deleted here; revoking may fail.
    return { wasSignedIn: true, isRevoked: await revoking().catch(() => false) };
  }

  #needed(spec: ServerSpec): SignIn {
    const signIn = this.of(spec);
    if (signIn !== undefined) return signIn;
    throw new SallyportError('ERR_INPUT_INVALID', `The server "${spec.name}" does not support signing in.`, {
      hint:
        spec.transport.kind === 'stdio'
          ? 'It is a program on this machine; pass credentials with "env" in its entry.'
          : 'Its entry has an "Authorization" header; remove that to sign in instead.',
    });
  }

  #reload(): void {
    if (!this.#isUnsaved) this.#signIns = undefined;
  }

  #read(): KeptSignIns {
    this.#signIns ??= this.#options.document.load();
    return this.#signIns;
  }

  /** What could not be written is kept in memory: a refreshed token is often the only valid one. */
  #write(address: string, kept: KeptSignIn | undefined): void {
    const { [address]: before, ...others } = this.#read();
    if (before === undefined && kept === undefined) return;
    const signIns = kept === undefined ? others : { ...others, [address]: kept };
    this.#signIns = signIns;
    try {
      this.#options.document.save(signIns);
      this.#isUnsaved = false;
    } catch (thrown) {
      this.#isUnsaved = true;
      this.#options.onFault(thrown);
    }
  }
}

function resolveOAuth(oauth: OAuthSpec, env: Environment): OAuthSpec {
  const resolve = (text: string | undefined) => (text === undefined ? undefined : resolveText(text, env));
  return {
    ...oauth,
    clientId: resolve(oauth.clientId),
    clientSecret: resolve(oauth.clientSecret),
    clientMetadataUrl: resolve(oauth.clientMetadataUrl),
  };
}
