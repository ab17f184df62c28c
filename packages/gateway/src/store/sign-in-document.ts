// Sign-ins on disk: sign-ins.json, schema version 1. Whoever reads it can act for the user at those servers.
import { join } from 'node:path';
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { type DocumentOptions, openDocument } from './document.ts';

/** What is kept of one server, by its address. */
export interface KeptSignIn {
  /** Whose the rest is; no other authorization server ever sees it. */
  readonly issuer: string;
  readonly client: KeptClient;
  /** Where the server describes itself, when that is not the usual place. */
  readonly resourceMetadataUrl?: string;
  readonly tokens?: KeptTokens;
}

/** Who we are there. The secret of a client that config.json names stays in its variable. */
export interface KeptClient {
  readonly id: string;
  readonly secret?: string;
  readonly authMethod?: string;
  /** Of a client that was registered: where its browser may come back to. */
  readonly redirectUri?: string;
}

export interface KeptTokens {
  readonly access: string;
  readonly refresh?: string;
  readonly scope?: string;
  /** From then on a new one is better; missing when the server did not say how long it lives. */
  readonly freshUntilMs?: number;
}

export type SignInBook = Readonly<Record<string, KeptSignIn>>;

export type SignInDocumentOptions = Pick<DocumentOptions<SignInBook>, 'now' | 'nonce' | 'mayWrite' | 'disk'> & {
  readonly folder: string;
  readonly tell: (line: string) => void;
};

export interface SignInDocument {
  load(): SignInBook;
  save(book: SignInBook): void;
}

export function openSignInDocument({ folder, tell, ...options }: SignInDocumentOptions): SignInDocument {
  const document = openDocument<SignInBook>({
    ...options,
    path: join(folder, 'sign-ins.json'),
    version: 1,
    parse: parseBook,
    toJson: (signIns) => ({ signIns }),
  });
  return {
    load() {
      const loaded = document.read();
      if (loaded.state === 'sound') return loaded.value;
      if (loaded.state === 'damaged') {
        tell(`sign-ins.json could not be read (${loaded.reason}); it lies at ${loaded.setAside} now: sign in again`);
      }
      return {};
    },
    save: (book) => document.write(book),
  };
}

function parseBook({ signIns }: JsonObject): SignInBook {
  if (!isRecord(signIns)) throw new Error('it has no sign-ins');
  return Object.fromEntries(Object.entries(signIns).map(([address, kept]) => [address, parseKept(kept)]));
}

function parseKept(value: unknown): KeptSignIn {
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
