// Which secrets agents can have typed by name: what each is called, where it may go and where its value is. Never a value.
import { createId, readIfPresent, replacePrivateFile, whileLocked } from '@sallyport/native-host/run-directory';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';
import type { AgentStoreOptions } from './agent-store.ts';

/**
 * `password`: for fields that the page declares as such. `key`: also for fields that are only called so, as "API key". `totp`: the
 * value is a key, of which one-time codes are made.
 */
export const secretKinds = ['password', 'key', 'totp'] as const;
export type SecretKind = (typeof secretKinds)[number];

/** Where the value is: in the system's keychain, in our own file, or what a program prints. */
export type SecretSource =
  | { readonly from: 'keychain' | 'file' }
  | { readonly from: 'command'; readonly command: readonly string[] };

export interface SecretEntry {
  readonly name: string;
  readonly kind: SecretKind;
  /** The only sites that it is typed into. */
  readonly origins: readonly string[];
  readonly source: SecretSource;
  /** When a page was found to show it (ISO 8601): it is not typed again until it is added anew. */
  readonly shownAt?: string;
}

const MAX_SECRETS = 500;
const MAX_ORIGINS = 20;
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/i;

/** Commands write entries; the gateway notes which secret a page has shown. */
export class SecretStore {
  readonly #options: AgentStoreOptions;

  constructor(options: AgentStoreOptions) {
    this.#options = options;
  }

  /** Throws ERR_INPUT_INVALID when the file is damaged. */
  list(): readonly SecretEntry[] {
    const { path } = this.#options;
    return parse(readIfPresent(path), path);
  }

  find(name: string): SecretEntry | undefined {
    return this.list().find((entry) => entry.name === name);
  }

  /** Replaces an entry of the same name. */
  put(entry: SecretEntry): void {
    this.#change((entries) => {
      const others = entries.filter(({ name }) => name !== entry.name);
      if (others.length < MAX_SECRETS) return [...others, entry];
      throw new SallyportError('ERR_INPUT_INVALID', `There are already ${MAX_SECRETS} secrets.`, {
        hint: 'Remove one with "sallyport secrets remove".',
      });
    });
  }

  remove(name: string): void {
    this.#change((entries) => entries.filter((entry) => entry.name !== name));
  }

  /** A page shows them, so they may be known to others. */
  noteShown(names: readonly string[]): void {
    const shownAt = new Date(this.#options.now()).toISOString();
    this.#change((entries) => entries.map((entry) => (names.includes(entry.name) ? { ...entry, shownAt } : entry)));
  }

  /** Locked, because a command and the gateway may write at once. */
  #change(change: (entries: readonly SecretEntry[]) => readonly SecretEntry[]): void {
    const { path, random } = this.#options;
    whileLocked(this.#options, () => {
      const secrets = change(this.list());
      replacePrivateFile(path, `${JSON.stringify({ version: 1, secrets }, null, 2)}\n`, createId(random));
    });
  }
}

/** Throws ERR_INPUT_INVALID for a name that could not stand in rules and questions. */
export function requireSecretName(name: string): void {
  if (NAME.test(name)) return;
  throw new SallyportError('ERR_INPUT_INVALID', `"${name.slice(0, 60)}" cannot be the name of a secret.`, {
    hint: 'Use up to 40 letters, digits, - and _.',
  });
}

/** The origins of sites, from what a user may write. Throws ERR_INPUT_INVALID. */
export function readOrigins(sites: readonly string[]): readonly string[] {
  const origins = [...new Set(sites.map(originOf))];
  if (origins.length >= 1 && origins.length <= MAX_ORIGINS) return origins;
  throw new SallyportError('ERR_INPUT_INVALID', `A secret is for 1 to ${MAX_ORIGINS} sites.`, {
    hint: 'Name each with --site https://example.com.',
  });
}

function originOf(site: string): string {
  const address = site.includes('://') ? site : `https://${site}`;
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  if (isOrigin(origin)) return origin;
  throw new SallyportError('ERR_INPUT_INVALID', `"${site.slice(0, 100)}" is not a site that a secret can be for.`, {
    hint: 'Use an https address, such as https://example.com. Plain http is for this computer alone.',
  });
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** On others a network could read along. */
function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return origin === value && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)));
}

function parse(text: string | undefined, path: string): readonly SecretEntry[] {
  if (text === undefined) return [];
  const value = parseJson(text);
  if (isRecord(value) && value.version === 1 && Array.isArray(value.secrets) && value.secrets.every(isEntry)) {
    return value.secrets;
  }
  throw new SallyportError('ERR_INPUT_INVALID', `${path} is damaged, so no secret can be typed.`, {
    hint: 'Remove it, and add the secrets again with "sallyport secrets add".',
  });
}

function isEntry(value: unknown): value is SecretEntry {
  if (!isRecord(value)) return false;
  const { name, kind, origins, source, shownAt } = value;
  return (
    typeof name === 'string' &&
    NAME.test(name) &&
    secretKinds.some((known) => known === kind) &&
    Array.isArray(origins) &&
    origins.length > 0 &&
    origins.every(isOrigin) &&
    isSource(source) &&
    (shownAt === undefined || typeof shownAt === 'string')
  );
}

function isSource(value: unknown): value is SecretSource {
  if (!isRecord(value)) return false;
  if (value.from !== 'command') return value.from === 'keychain' || value.from === 'file';
  const { command } = value;
  return Array.isArray(command) && command.length > 0 && command.every((part) => typeof part === 'string');
}
