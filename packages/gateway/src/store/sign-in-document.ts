// Sign-ins on disk: sign-ins.json, schema version 1. It contains secrets.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { type KeptDocument, openKept, type StorageOptions } from './document.ts';

export interface KeptSignIn {
  /** Client and tokens are sent to no other authorization server. */
  readonly issuer: string;
  readonly client: KeptClient;
  /** Of the server, when it is not the default. */
  readonly resourceMetadataUrl?: string;
  readonly tokens?: KeptTokens;
}

/** Our client there. The secret of a client in config.json is not stored. */
export interface KeptClient {
  readonly id: string;
  readonly secret?: string;
  readonly authMethod?: string;
  /** Of a registered client. */
  readonly redirectUri?: string;
}

export interface KeptTokens {
  readonly access: string;
  readonly refresh?: string;
  readonly scope?: string;
  /** When to refresh the token; missing when its lifetime is unknown. */
  readonly freshUntilMs?: number;
}

export type KeptSignIns = Readonly<Record<string, KeptSignIn>>;

export type SignInDocument = KeptDocument<KeptSignIns>;

export function openSignInDocument(storage: StorageOptions): SignInDocument {
  return openKept<KeptSignIns>(storage, {
    file: 'sign-ins.json',
    version: 1,
    parse: parseSignIns,
    toJson: (signIns) => ({ signIns }),
    empty: {},
    consequence: ': sign in again',
  });
}

function parseSignIns({ signIns }: JsonObject): KeptSignIns {
  if (!isRecord(signIns)) throw new Error('it has no sign-ins');
  return Object.fromEntries(Object.entries(signIns).map(([address, kept]) => [address, parseSignIn(kept)]));
}

function parseSignIn(value: unknown): KeptSignIn {
  if (!isRecord(value) || typeof value.issuer !== 'string' || !isRecord(value.client)) {
    throw new Error('a sign-in names no issuer or no client');
  }
  const { issuer, client, tokens } = value;
  if (typeof client.id !== 'string') throw new Error('a client has no id');
  return {
    issuer,
    client: { id: client.id, ...textsOf(client, ['secret', 'authMethod', 'redirectUri']) },
    ...textsOf(value, ['resourceMetadataUrl']),
    ...(isRecord(tokens) ? { tokens: parseTokens(tokens) } : {}),
  };
}

function parseTokens(value: JsonObject): KeptTokens {
  if (typeof value.access !== 'string') throw new Error('a token is missing');
  const { freshUntilMs } = value;
  return {
    access: value.access,
    ...textsOf(value, ['refresh', 'scope']),
    ...(typeof freshUntilMs === 'number' ? { freshUntilMs } : {}),
  };
}

function textsOf<K extends string>(value: JsonObject, keys: readonly K[]): { readonly [key in K]?: string } {
  const texts: { [key in K]?: string } = {};
  for (const key of keys) {
    const text = value[key];
    if (typeof text === 'string') texts[key] = text;
  }
  return texts;
}
