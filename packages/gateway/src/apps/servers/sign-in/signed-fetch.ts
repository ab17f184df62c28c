// fetch for a server at which the user is signed in: its token goes along, and is renewed when the server wants another.

/** What the requests of one server ask of its sign-in. */
export interface TokenSource {
  /** The one to use now; renewed before it ends. */
  token(): Promise<string | undefined>;
  /** One that is not the refused one; undefined when a person is needed. */
  instead(refused: string | undefined): Promise<string | undefined>;
  /** What the server says it wants, when it refuses. */
  note(response: Response): void;
}

/** A request that was refused is sent once more: a server that wants a token has not looked at what it says. */
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
