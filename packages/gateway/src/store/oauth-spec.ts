// Parses "oauth" of a server's entry: settings for its authorization server.
import { isRecord } from '@sallyport/protocol';

/** Texts may hold `${env:NAME}`, as in headers. */
export interface OAuthSpec {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Replaces the scopes that the server names. */
  readonly scopes?: readonly string[];
  /** The port of the redirect URI, for authorization servers that accept only one. */
  readonly callbackPort?: number;
  /** The URL of a client metadata document, which is the client id where that is supported. */
  readonly clientMetadataUrl?: string;
}

const knownKeys = ['clientId', 'clientSecret', 'scopes', 'callbackPort', 'clientMetadataUrl'];
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** The settings, or the reason why they cannot be used. */
export function parseOAuth(value: unknown): OAuthSpec | string {
  if (!isRecord(value)) return '"oauth" must be an object';
  const { clientId, clientSecret, callbackPort, clientMetadataUrl } = value;
  for (const [key, text] of Object.entries({ clientId, clientSecret, clientMetadataUrl })) {
    if (text !== undefined && (typeof text !== 'string' || text === '')) return `"oauth.${key}" must be a text`;
  }
  if (clientSecret !== undefined && clientId === undefined) return '"oauth.clientSecret" needs a "clientId" beside it';
  const scopes = parseScopes(value.scopes);
  if (typeof scopes === 'string') return scopes;
  if (callbackPort !== undefined && !isPort(callbackPort)) return '"oauth.callbackPort" must be a port, 1 to 65535';
  if (typeof clientMetadataUrl === 'string' && !isDocumentAddress(clientMetadataUrl)) {
    return '"oauth.clientMetadataUrl" must begin with https:// and have a path';
  }
  return {
    ...(typeof clientId === 'string' ? { clientId } : {}),
    ...(typeof clientSecret === 'string' ? { clientSecret } : {}),
    scopes,
    ...(isPort(callbackPort) ? { callbackPort } : {}),
    ...(typeof clientMetadataUrl === 'string' ? { clientMetadataUrl } : {}),
  };
}

export function unknownOAuthKeys(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value).filter((key) => !knownKeys.includes(key)) : [];
}

/** A list, or one string with spaces, as in OAuth. */
function parseScopes(value: unknown): readonly string[] | string | undefined {
  if (value === undefined) return undefined;
  const list: readonly unknown[] = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [''];
  const scopes = list.filter((scope): scope is string => typeof scope === 'string' && SCOPE.test(scope));
  return scopes.length === list.length && scopes.length > 0 ? scopes : '"oauth.scopes" must be a list of scopes';
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535;
}

function isDocumentAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname } = new URL(text);
  return protocol === 'https:' && pathname !== '/';
}
