// The SDK's part of OAuth, and what goes wrong with it in our words.
import { SallyportError } from '@sallyport/protocol';

/** Loaded when somebody signs in at all. */
export const loadSdk = () => import('@modelcontextprotocol/client');

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw explain(thrown, await loadSdk());
  }
}

/** Without the answer itself: it is another's text, and may repeat what we sent. */
export function explain(thrown: unknown, sdk: Sdk): SallyportError {
  if (thrown instanceof SallyportError) return thrown;
  if (thrown instanceof sdk.IssuerMismatchError) {
    return unusable('The answer does not come from the authorization server that was asked (its issuer differs).');
  }
  if (thrown instanceof sdk.RegistrationRejectedError) {
    return unusable(
      `The authorization server did not register us (HTTP ${thrown.status}).`,
      'Register Sallyport there, and give the entry in config.json an "oauth" with the "clientId" you get.',
    );
  }
  if (thrown instanceof sdk.OAuthError && /^\w{1,40}$/.test(thrown.code)) {
    return unusable(`The authorization server answered "${thrown.code}".`, undefined, { oauthError: thrown.code });
  }
  if (isUnreached(thrown)) {
    return unusable('The authorization server could not be reached.', 'Try again, or look at your network.');
  }
  return unusable('The authorization server does not answer as OAuth has it.');
}

/** An authorization server may forget whom it registered; then only to register again helps. */
export function isClientUnknown(thrown: unknown): boolean {
  const code = thrown instanceof SallyportError ? thrown.data?.oauthError : undefined;
  return code === 'invalid_client' || code === 'unauthorized_client';
}

export function unusable(message: string, hint?: string, data: { readonly oauthError?: string } = {}): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', message, {
    hint: hint ?? 'Nobody was signed in. Ask whoever runs the server, or give its entry an "Authorization" header.',
    data: { outcome: 'not_run', ...data },
  });
}

/** fetch tells by TypeError, a deadline by its name, and a name that has no address by its code. */
export function isUnreached(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown instanceof TypeError || thrown.name === 'TimeoutError' || ('syscall' in thrown && 'code' in thrown);
}
