// Requests to an authorization server: authorization, first tokens, refresh and revocation.
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/client';
import type { KeptClient, KeptTokens } from '../../../store/sign-in-document.ts';
import { explain, explained, isClientUnknown, loadSdk, unusable } from './auth-fault.ts';
import type { Authority } from './authority.ts';
import type { GuardedFetch } from './guard.ts';

export interface AuthorizationRequest {
  readonly client: KeptClient;
  readonly redirectUri: string;
  readonly scope?: string;
  readonly state: string;
}

/** The page where the user agrees, and the PKCE verifier that proves later that we asked. */
export async function beginAuthorization(authority: Authority, request: AuthorizationRequest) {
  const { url, metadata, resource } = authority;
  const sdk = await loadSdk();
  return explained(() =>
    sdk.startAuthorization(url, {
      metadata,
      resource,
      scope: request.scope,
      clientInformation: toSdk(request.client),
      redirectUrl: request.redirectUri,
      state: request.state,
    }),
  );
}

/** Redeems the callback's code for tokens. Checks the issuer before anything else. */
export async function redeem(
  authority: Authority,
  {
    params,
    codeVerifier,
    ...request
  }: AuthorizationRequest & { readonly params: URLSearchParams; readonly codeVerifier: string },
  fetchFn: GuardedFetch,
): Promise<OAuthTokens> {
  const { url, metadata, resource } = authority;
  const sdk = await loadSdk();
  return explained(async () => {
    const iss = params.get('iss') ?? undefined;
    sdk.validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
    const error = params.get('error');
    if (error !== null) throw new sdk.OAuthError(error, error);
    const authorizationCode = params.get('code');
    if (authorizationCode === null) throw unusable('The authorization server sent no code.');
    return sdk.exchangeAuthorization(url, {
      metadata,
      resource,
      iss,
      clientInformation: toSdk(request.client),
      authorizationCode,
      codeVerifier,
      redirectUri: request.redirectUri,
      fetchFn,
    });
  });
}

/** `refused`: a person must sign in. `unknown`: our client is not registered there any more either. */
export async function refresh(
  authority: Authority,
  client: KeptClient,
  refreshToken: string,
  fetchFn: GuardedFetch,
): Promise<OAuthTokens | 'refused' | 'unknown'> {
  const { url, metadata, resource } = authority;
  const sdk = await loadSdk();
  try {
    return await sdk.refreshAuthorization(url, {
      metadata,
      resource,
      clientInformation: toSdk(client),
      refreshToken,
      fetchFn,
    });
  } catch (thrown) {
    const fault = explain(thrown, sdk);
    if (isClientUnknown(fault)) return 'unknown';
    if (fault.data?.oauthError === 'invalid_grant') return 'refused';
    throw fault;
  }
}

/** Revokes the token (RFC 7009). False when the authorization server does not support that. */
export async function revoke(
  { metadata }: Authority,
  client: KeptClient,
  tokens: KeptTokens,
  fetchFn: GuardedFetch,
): Promise<boolean> {
  const endpoint =
    metadata !== undefined && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  if (typeof endpoint !== 'string') return false;
  const sdk = await loadSdk();
  const body = new URLSearchParams({ token: tokens.refresh ?? tokens.access, client_id: client.id });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  const method = sdk.selectClientAuthMethod(toSdk(client), metadata?.token_endpoint_auth_methods_supported ?? []);
  if (method === 'client_secret_basic') {
    headers.set('authorization', `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`);
  } else if (client.secret !== undefined) body.set('client_secret', client.secret);
  const response = await fetchFn(endpoint, { method: 'POST', headers, body });
  await response.body?.cancel();
  return response.ok;
}

function toSdk({ id, secret, authMethod }: KeptClient): OAuthClientInformationMixed {
  return { client_id: id, client_secret: secret, token_endpoint_auth_method: authMethod };
}
