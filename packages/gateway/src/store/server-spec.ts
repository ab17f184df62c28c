// Parses "mcpServers" of config.json, in the form that MCP clients share, entry by entry.
import { isRecord, type JsonObject, onDemandFamilies, textFrom } from '@sallyport/protocol';
import { type OAuthSpec, parseOAuth, unknownOAuthKeys } from './oauth-spec.ts';

export interface ProgramSpec {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface AddressSpec {
  /** `any`: the entry names no transport, so the newer one is tried first. */
  readonly kind: 'http' | 'sse' | 'any';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Settings for signing in. Usually the server's own metadata is enough. */
  readonly oauth?: OAuthSpec;
}

/** Strings may contain `${env:NAME}`, resolved when the server starts and never stored or shown resolved. */
export interface ServerSpec {
  readonly id: string;
  /** As the user wrote it. */
  readonly name: string;
  readonly isEnabled: boolean;
  readonly transport: ProgramSpec | AddressSpec;
  readonly startTimeoutMs?: number;
}

export interface ServerSpecs {
  readonly servers: readonly ServerSpec[];
  /** Invalid entries. */
  readonly problems: readonly ServerProblem[];
  readonly warnings: readonly string[];
}

export interface ServerProblem {
  readonly name: string;
  readonly problem: string;
}

/** Ids of our own apps, and names of our families, because a server's id is also its family. */
const reservedIds = ['browser', 'core', 'editor', 'page', 'sallyport', ...onDemandFamilies];
const ID_MAX_LENGTH = 40;

const knownKeys = new Set([
  ...['type', 'command', 'args', 'env', 'cwd', 'url', 'headers', 'oauth'],
  ...['enabled', 'disabled', 'startTimeoutMs'],
]);

const kinds: Readonly<Record<string, AddressSpec['kind'] | 'stdio'>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

/** `names` are the keys in the file, including duplicates, which a parsed object has lost. */
export function parseServers(value: JsonObject, names: readonly string[] = Object.keys(value)): ServerSpecs {
  const servers: ServerSpec[] = [];
  const problems: ServerProblem[] = [];
  const warnings: string[] = [];
  const uses = new Map<string, number>();
  for (const id of names.map(idOf)) uses.set(id, (uses.get(id) ?? 0) + 1);
  for (const name of new Set(names)) {
    const count = uses.get(idOf(name)) ?? 0;
    const parsed = count > 1 ? `the name is used ${count} times` : parseServer(name, value[name]);
    if (typeof parsed === 'string') {
      problems.push({ name, problem: parsed });
      continue;
    }
    servers.push(parsed);
    const entry = value[name];
    const unknown = isRecord(entry) ? unknownKeys(entry) : [];
    if (unknown.length > 0) warnings.push(`The server "${name}" has unknown keys: ${unknown.join(', ')}.`);
    if (parsed.id.replace(/-mcp$/, '') !== parsed.id && reservedIds.includes(slugOf(name))) {
      warnings.push(`The name "${name}" is reserved; its server is called "${parsed.id}".`);
    }
  }
  return { servers, problems, warnings };
}

function unknownKeys(entry: JsonObject): readonly string[] {
  return [
    ...Object.keys(entry).filter((key) => !knownKeys.has(key)),
    ...unknownOAuthKeys(entry.oauth).map((key) => `oauth.${key}`),
  ];
}

/** Whether the entry has its own token, so nobody signs in. */
export function hasOwnToken({ headers }: AddressSpec): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** Only `[a-z0-9-]`, so that `id__tool` can be split. */
export function idOf(name: string): string {
  const slug = slugOf(name);
  return reservedIds.includes(slug) ? `${slug}-mcp` : slug;
}

function slugOf(name: string): string {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return slug.replaceAll(/^-|-$/g, '').slice(0, ID_MAX_LENGTH);
}

/** The server, or the reason why the entry is invalid. */
function parseServer(name: string, value: unknown): ServerSpec | string {
  const id = idOf(name);
  if (id === '') return 'the name has no letter and no digit';
  if (!isRecord(value)) return 'it must be an object';
  const transport = parseTransport(value);
  if (typeof transport === 'string') return transport;
  const { enabled, disabled, startTimeoutMs } = value;
  if (enabled !== undefined && typeof enabled !== 'boolean') return '"enabled" must be true or false';
  if (startTimeoutMs !== undefined && !(typeof startTimeoutMs === 'number' && startTimeoutMs > 0)) {
    return '"startTimeoutMs" must be a number of milliseconds';
  }
  return { id, name, isEnabled: enabled ?? disabled !== true, transport, startTimeoutMs };
}

function parseTransport(value: Readonly<Record<string, unknown>>): ProgramSpec | AddressSpec | string {
  const { type, command, args = [], env = {}, cwd, url, headers = {}, oauth } = value;
  const kind = type === undefined ? undefined : kinds[textFrom(type)];
  if (type !== undefined && kind === undefined) return '"type" must be stdio, http or sse';
  if (typeof command === 'string' && command !== '' && (kind === undefined || kind === 'stdio')) {
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) return '"args" must be a list of texts';
    if (!isTexts(env)) return '"env" must be an object of texts';
    if (cwd !== undefined && typeof cwd !== 'string') return '"cwd" must be a folder';
    if (oauth !== undefined) return '"oauth" is for servers with a "url"';
    return { kind: 'stdio', command, args, env, cwd };
  }
  if (typeof url === 'string' && kind !== 'stdio') {
    if (!isTexts(headers)) return '"headers" must be an object of texts';
    if (!/^(https?:\/\/|\$\{env:)/i.test(url)) return '"url" must begin with http:// or https://';
    return withOAuth({ kind: kind ?? 'any', url, headers }, oauth);
  }
  return 'it needs a "command" or a "url"';
}

function withOAuth(spec: AddressSpec, value: unknown): AddressSpec | string {
  if (value === undefined) return spec;
  if (hasOwnToken(spec)) return '"oauth" and an "Authorization" header exclude each other';
  const oauth = parseOAuth(value);
  return typeof oauth === 'string' ? oauth : { ...spec, oauth };
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}
