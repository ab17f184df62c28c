// Loads the SDK's OAuth functions and turns their errors into SallyportErrors.
import { SallyportError } from '@sallyport/protocol';

/** Loaded on demand. */
export const loadSdk = () => import('@modelcontextprotocol/client');

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw explain(thrown, await loadSdk());
  }
}

/** Leaves out the response: it is foreign text and may repeat what we sent. */
export function explain(thrown: unknown, sdk: Sdk): SallyportError {
  if (thrown instanceof SallyportError) return thrown;
  if (thrown instanceof sdk.IssuerMismatchError) {
    return unusable('The response comes from another authorization server (its issuer differs).');
  }
  if (thrown instanceof sdk.RegistrationRejectedError) {
    return unusable(
      `The authorization server refused to register Sallyport (HTTP ${thrown.status}).`,
      'Register Sallyport there, and add "oauth" with the "clientId" you get to the entry in config.json.',
    );
  }
  if (thrown instanceof sdk.OAuthError && /^\w{1,40}$/.test(thrown.code)) {
    return unusable(`The authorization server answered "${thrown.code}".`, undefined, { oauthError: thrown.code });
  }
  if (isUnreached(thrown)) {
    return unusable('The authorization server could not be reached.', 'Try again, or check your network.');
  }
  return unusable('The authorization server sent a response that is not valid OAuth.');
}

/** The authorization server has forgotten our registration; we must register again. */
export function isClientUnknown(thrown: unknown): boolean {
  const code = thrown instanceof SallyportError ? thrown.data?.oauthError : undefined;
  return code === 'invalid_client' || code === 'unauthorized_client';
}

export function unusable(message: string, hint?: string, data: { readonly oauthError?: string } = {}): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', message, {
    hint: hint ?? 'Not signed in. Ask the server\'s operator, or add an "Authorization" header to its entry.',
    data: { outcome: 'not_run', ...data },
  });
}

/** fetch throws a TypeError, a timeout is known by its name, and a failed lookup by its code. */
export function isUnreached(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown instanceof TypeError || thrown.name === 'TimeoutError' || ('syscall' in thrown && 'code' in thrown);
}
