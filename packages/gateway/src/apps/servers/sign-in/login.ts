// One sign-in by a person: opens the authorization page, waits for the callback and redeems its code. Always closes its port.
import { limits, SallyportError, unlessAborted } from '@sallyport/protocol';
import type { KeptClient } from '../../../store/sign-in-document.ts';
import { explained, isClientUnknown } from './auth-fault.ts';
import { type Authority, introduce, withOfflineAccess } from './authority.ts';
import { type CallbackListener, listenForCallback, type Page } from './callback.ts';
import type { SignIn } from './sign-in.ts';
import { beginAuthorization, redeem } from './tokens.ts';

export interface LoginOptions {
  /** The server's name in the config. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Called with the address that the person must open. */
  readonly onAddress: (address: string) => void;
  readonly createState: () => string;
  readonly timeoutMs?: number;
}

export async function logIn(signIn: SignIn, options: LoginOptions): Promise<void> {
  const authority = await signIn.find();
  if (options.signal.aborted) throw cancelled();
  const state = options.createState();
  const listener = await listen(signIn, authority, state);
  let page: Page = { status: 400, text: 'The sign-in was cancelled.' };
  try {
    await authorize(signIn, authority, listener, { ...options, state });
    page = { status: 200, text: `You are signed in to ${options.name}. You can close this tab.` };
  } catch (thrown) {
    const error = thrown instanceof SallyportError ? thrown : undefined;
    page = { status: 400, text: `You are not signed in to ${options.name}. ${error?.message ?? 'Something failed.'}` };
    throw thrown;
  } finally {
    await listener.close(page);
  }
}

async function authorize(
  signIn: SignIn,
  authority: Authority,
  { redirectUri, answered }: CallbackListener,
  options: LoginOptions & { readonly state: string },
): Promise<void> {
  const scope = withOfflineAccess(signIn.scopeFor(authority), authority);
  const client = await clientFor(signIn, authority, redirectUri, scope);
  const request = { client, redirectUri, state: options.state, scope };
  const { authorizationUrl, codeVerifier } = await beginAuthorization(authority, request);
  await explained(() => signIn.guard.checkPage(authorizationUrl));
  options.onAddress(authorizationUrl.href);
  const params = await within(answered, options);
  try {
    const tokens = await redeem(authority, { ...request, params, codeVerifier }, signIn.guard.fetch);
    signIn.keep(authority, client, tokens, scope);
  } catch (thrown) {
    // The next sign-in must register us again.
    if (isClientUnknown(thrown)) signIn.forget();
    throw thrown;
  }
}

/** Uses the port of the registration again: many authorization servers require the exact redirect URI. */
async function listen(signIn: SignIn, authority: Authority, state: string): Promise<CallbackListener> {
  const { callbackPort, clientId } = signIn.oauth;
  if (callbackPort !== undefined) return listenForCallback({ port: callbackPort, state });
  const before = clientId === undefined ? signIn.keptAt(authority)?.client.redirectUri : undefined;
  const any = () => listenForCallback({ port: 0, state });
  return before === undefined ? any() : listenForCallback({ port: Number(new URL(before).port), state }).catch(any);
}

async function clientFor(
  signIn: SignIn,
  authority: Authority,
  redirectUri: string,
  scope: string | undefined,
): Promise<KeptClient> {
  const { clientId, clientSecret, clientMetadataUrl } = signIn.oauth;
  if (clientId !== undefined) return { id: clientId, secret: clientSecret };
  const known = signIn.keptAt(authority)?.client;
  if (known?.redirectUri === redirectUri) return known;
  const us = { redirectUri, scope, clientMetadataUrl };
  const client = await introduce(authority, us, signIn.guard.fetch);
  if (signIn.keptAt(authority)?.tokens === undefined) signIn.keep(authority, client);
  return client;
}

async function within<T>(
  answered: Promise<T>,
  { signal, timeoutMs = limits.signIn.loginMs }: LoginOptions,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await unlessAborted(AbortSignal.any([signal, late.signal]), answered);
  } catch (thrown) {
    if (signal.aborted) throw cancelled();
    throw late.signal.aborted ? tooLate(timeoutMs) : thrown;
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(timeoutMs: number): SallyportError {
  return new SallyportError(
    'ERR_CONSENT_TIMEOUT',
    `Nobody signed in within ${Math.ceil(timeoutMs / 60_000)} minutes.`,
    { hint: 'Run the command again, and sign in on the page that it opens.' },
  );
}

function cancelled(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The sign-in was cancelled.', { hint: 'You are not signed in.' });
}
