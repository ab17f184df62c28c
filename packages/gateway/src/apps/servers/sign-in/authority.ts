// Finds the authorization server of an MCP server and registers us there.
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import type { KeptClient } from '../../../store/sign-in-document.ts';
import { explained, isUnreached, loadSdk, unusable } from './auth-fault.ts';
import type { GuardedFetch } from './guard.ts';

/** The authorization server that an MCP server names. */
export interface Authority {
  readonly url: string;
  readonly issuer: string;
  readonly metadata?: AuthorizationServerMetadata;
  /** The resource that tokens are requested for, as the server spells it. */
  readonly resource?: string;
  /** The scopes that the server supports. */
  readonly scopes?: string;
}

/** Throws when the server's metadata describes another resource, or the issuer of the authorization server differs. */
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
        // Older servers have no metadata; one that cannot be reached is a failure.
        if (isUnreached(thrown) || thrown instanceof SallyportError) throw thrown;
        return undefined;
      });
    const requestedResource = sdk.resourceUrlFromServerUrl(server);
    if (resource && !sdk.checkResourceAllowed({ requestedResource, configuredResource: resource.resource })) {
      throw unusable("The server's OAuth metadata describes another server.");
    }
    const url = resource?.authorization_servers?.[0] ?? new URL('/', server).href;
    const metadata = await sdk.discoverAuthorizationServerMetadata(url, { fetchFn });
    const scopes = resource?.scopes_supported?.join(' ') || undefined;
    return { url, issuer: metadata?.issuer ?? url, metadata, resource: resource?.resource, scopes };
  });
}

/** Identifies us by our metadata document where that is supported, else registers us. */
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
      'The authorization server does not register clients automatically.',
      'Register Sallyport there, and add "oauth" with the "clientId" you get to the entry in config.json.',
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

/** A desktop program cannot keep a client secret, so `none` is the first choice. */
function methodFor(metadata: AuthorizationServerMetadata | undefined): string {
  const offered = metadata?.token_endpoint_auth_methods_supported ?? ['none'];
  return ['none', 'client_secret_post', 'client_secret_basic'].find((method) => offered.includes(method)) ?? 'none';
}

/** Adds `offline_access`, for a refresh token, where the authorization server supports it. */
export function withOfflineAccess(scope: string | undefined, { metadata }: Authority): string | undefined {
  if (scope === undefined || scope.split(' ').includes('offline_access')) return scope;
  return metadata?.scopes_supported?.includes('offline_access') === true ? `${scope} offline_access` : scope;
}
