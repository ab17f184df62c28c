// fetch with the user's access token, which is refreshed when the server refuses it.

export interface TokenSource {
  /** The current token; refreshed before it expires. */
  token(): Promise<string | undefined>;
  /** A token other than the refused one; undefined when a person must sign in. */
  instead(refused: string | undefined): Promise<string | undefined>;
  /** Takes note of the challenge in a refusal. */
  note(response: Response): void;
}

/** Sends a refused request once more: a server that answers 401 has not run it. */
export function signedFetch(base: typeof fetch, source: TokenSource): typeof fetch {
  return async (input, init) => {
    const token = await source.token();
    const response = await base(input, withToken(init, token));
    if (response.status !== 401 && response.status !== 403) return response;
    source.note(response);
    if (response.status === 403) return response;
    const other = await source.instead(token).catch(async (thrown: unknown) => {
      await response.body?.cancel();
      throw thrown;
    });
    if (other === undefined) return response;
    await response.body?.cancel();
    const again = await base(input, withToken(init, other));
    if (!again.ok) source.note(again);
    return again;
  };
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit | undefined {
  if (token === undefined) return init;
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
