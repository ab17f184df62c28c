// Who gives out tokens for a server, and who we are there.
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import type { KeptClient } from '../../../store/sign-in-document.ts';
import { explained, isUnreached, loadSdk, unusable } from './auth-fault.ts';
import type { GuardedFetch } from './guard.ts';

/** An authorization server, found by way of the server that trusts it. */
export interface Authority {
  readonly url: string;
  readonly issuer: string;
  readonly metadata?: AuthorizationServerMetadata;
  /** What the tokens are to be good for, in the server's own spelling. */
  readonly resource?: string;
  /** What the server says one may want. */
  readonly scopes?: string;
}

/** Throws when the server's description is not its own, or its authorization server not who it says. */
export async function findAuthority(
  server: URL,
  resourceMetadataUrl: string | undefined,
  fetchFn: GuardedFetch,
): Promise<Authority> {
  const sdk = await loadSdk();
  return explained(async () => {
    const resource = await sdk
      .discoverOAuthProtectedResourceMetadata(server, { resourceMetadataUrl }, fetchFn)
      .catch((thrown: unknown) => {
        // Older servers do not describe themselves; one that cannot be reached is another matter.
        if (isUnreached(thrown) || thrown instanceof SallyportError) throw thrown;
        return undefined;
      });
    const requestedResource = sdk.resourceUrlFromServerUrl(server);
    if (resource && !sdk.checkResourceAllowed({ requestedResource, configuredResource: resource.resource })) {
      throw unusable('The server describes itself as another one.');
    }
    const url = resource?.authorization_servers?.[0] ?? new URL('/', server).href;
    const metadata = await sdk.discoverAuthorizationServerMetadata(url, { fetchFn });
    const scopes = resource?.scopes_supported?.join(' ') || undefined;
    return { url, issuer: metadata?.issuer ?? url, metadata, resource: resource?.resource, scopes };
  });
}

/** By its document where the authorization server reads such, else by registering; both need no person there. */
export async function introduce(
  authority: Authority,
  us: { readonly redirectUri: string; readonly scope?: string; readonly clientMetadataUrl?: string },
  fetchFn: GuardedFetch,
): Promise<KeptClient> {
  const { metadata, url } = authority;
  const { redirectUri, scope, clientMetadataUrl } = us;
  if (clientMetadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true) {
    return { id: clientMetadataUrl };
  }
  if (metadata !== undefined && metadata.registration_endpoint === undefined) {
    throw unusable(
      'The authorization server registers no clients by itself.',
      'Register Sallyport there, and give the entry in config.json an "oauth" with the "clientId" you get.',
    );
  }
  const sdk = await loadSdk();
  const registered = await explained(() =>
    sdk.registerClient(url, {
      metadata,
      scope,
      clientMetadata: {
        client_name: 'Sallyport',
        software_id: 'sallyport',
        software_version: PRODUCT_VERSION,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: methodFor(metadata),
        application_type: 'native',
      },
      fetchFn,
    }),
  );
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: authMethod } = registered;
  return { id, redirectUri, secret, authMethod };
}

/** A program on a desk keeps no secret from its user, so none is the first choice. */
function methodFor(metadata: AuthorizationServerMetadata | undefined): string {
  const offered = metadata?.token_endpoint_auth_methods_supported ?? ['none'];
  return ['none', 'client_secret_post', 'client_secret_basic'].find((method) => offered.includes(method)) ?? 'none';
}

/** What is wanted, with a token that outlives its first hour where the authorization server offers that. */
export function withOfflineAccess(scope: string | undefined, { metadata }: Authority): string | undefined {
  if (scope === undefined || scope.split(' ').includes('offline_access')) return scope;
  return metadata?.scopes_supported?.includes('offline_access') === true ? `${scope} offline_access` : scope;
}
