// Gives a browser the value of a secret that a running call has named, for one site, if the user agrees.
import { type JsonObject, ours, type Reply, recordsIn, SallyportError, textFrom } from '@sallyport/protocol';
import type { Caller } from '../rooms/callers/callers.ts';
import type { Guard } from '../rooms/grants/guard.ts';
import type { Consent } from './consent.ts';

/** A secret, without its value. */
export interface NamedSecret {
  readonly name: string;
  readonly kind: 'password' | 'key' | 'totp';
  readonly origins: readonly string[];
  readonly shownAt?: string;
}

export interface SecretLookup {
  list(): readonly NamedSecret[];
  /** What is to be typed now. */
  read(name: string): Promise<string>;
  /** A page shows them: they are not given out again. */
  noteShown(names: readonly string[]): void;
}

/** The calls under way that name secrets: a browser gets a value for one of them, and for no other reason. */
export class SecretCalls {
  readonly #open = new Map<string, { readonly caller: Caller; readonly names: ReadonlySet<string> }>();

  /** Returns what ends it. */
  enter(callId: string, caller: Caller, args: JsonObject): () => void {
    const names = new Set([args, ...recordsIn(args.fields)].flatMap(({ secret }) => textFrom(secret) || []));
    if (names.size === 0) return () => {};
    this.#open.set(callId, { caller, names });
    return () => void this.#open.delete(callId);
  }

  callerOf(callId: string, name: string): Caller | undefined {
    const call = this.#open.get(callId);
    return call?.names.has(name) === true ? call.caller : undefined;
  }
}

export interface SecretRequest {
  readonly callId: string;
  readonly name: string;
  /** Of the document with the field, as the extension found it. */
  readonly origin: string;
}

export interface UseSecretOptions {
  readonly calls: SecretCalls;
  readonly store: SecretLookup;
  readonly guard: Guard;
  readonly consent: Consent;
}

export async function useSecret(
  { calls, store, guard, consent }: UseSecretOptions,
  { callId, name, origin }: SecretRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const caller = calls.callerOf(callId, name);
  if (caller === undefined || caller.kind === 'origin') throw notOfACall();
  // As for any tool of the family: it may be off, and rules may deny it.
  guard.authorise(caller, secretsTool);
  const secret = store.list().find((known) => known.name === name);
  if (secret === undefined) throw unknown(name, caller);
  if (!secret.origins.includes(origin)) throw elsewhere(secret, origin);
  if (secret.shownAt !== undefined) throw shown(secret);
  await requireConsent({ guard, consent }, caller, ruleName(name, origin), signal);
  signal.throwIfAborted();
  if (calls.callerOf(callId, name) === undefined) throw notOfACall();
  return { value: await store.read(name), kind: secret.kind };
}

/** How rules, grants and questions name the use of a secret on a site: `browser/secrets.bank@https.example.com`. */
function ruleName(name: string, origin: string): string {
  return `browser/secrets.${name}@${origin.replace('://', '.')}`;
}

/** The question is for the user alone: an agent's client could answer it itself, so that is not asked. */
async function requireConsent(
  { guard, consent }: Pick<UseSecretOptions, 'guard' | 'consent'>,
  caller: Caller,
  tool: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    guard.authorise(caller, { name: tool, isOurs: true, asksFirst: true, isAllowedByName: true });
  } catch (thrown) {
    if (!(thrown instanceof SallyportError) || thrown.code !== 'ERR_SCOPE_REQUIRED') throw thrown;
    await consent.ask({ caller, tool, refusal: thrown, signal });
  }
}

const secretsTool = { name: 'browser/secrets', appId: 'browser', isOurs: true, family: 'secrets' } as const;

/** Names and sites, never values. */
export function listSecrets(store: SecretLookup | undefined, args: JsonObject): Reply {
  const [strange] = Object.keys(args).filter((key) => key !== 'timeout');
  if (strange !== undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `secrets: Unrecognized key: "${strange.slice(0, 100)}".`, {
      hint: 'It takes no arguments.',
    });
  }
  const secrets = (store?.list() ?? []).map(({ name, kind, origins, shownAt }) => ({
    ...{ name, kind, origins },
    ...(shownAt === undefined ? {} : { isShown: true }),
  }));
  const lines = secrets.map(
    ({ name, kind, origins, isShown }) =>
      `${name} (${kind}) for ${origins.join(', ')}${isShown === true ? ': a page showed it, the user has to add it anew' : ''}`,
  );
  const none = 'There are none. The user adds them with: sallyport secrets add NAME --site https://…';
  return { facts: { secrets }, parts: [ours(lines.length === 0 ? none : lines.join('\n'))] };
}

export function readSecretRequest(message: JsonObject): SecretRequest {
  const { call_id, name, origin } = message;
  if (typeof call_id === 'string' && typeof name === 'string' && typeof origin === 'string') {
    return { callId: call_id, name, origin };
  }
  throw new SallyportError('ERR_INPUT_INVALID', 'call_id, name and origin must be texts.');
}

/** Bounded, since it is written down. */
export function readShownNames({ names }: JsonObject): readonly string[] {
  return Array.isArray(names)
    ? names.filter((name) => typeof name === 'string' && name.length <= 40).slice(0, 100)
    : [];
}

function notOfACall(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'No call through the gateway has named this secret.', {
    hint: 'Secrets are typed for agents that are connected to the gateway.',
    data: { outcome: 'not_run' },
  });
}

function unknown(name: string, { name: agent }: Caller): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `There is no secret "${name.slice(0, 60)}".`, {
    hint: `browser__secrets lists them for ${agent}. The user adds one with: sallyport secrets add NAME --site https://…`,
    data: { outcome: 'not_run' },
  });
}

function elsewhere({ name }: NamedSecret, origin: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The secret "${name}" is not for ${origin}.`, {
    hint: 'Do not try to work around it. browser__secrets lists the sites of each secret.',
    data: { outcome: 'not_run' },
  });
}

function shown({ name }: NamedSecret): SallyportError {
  return new SallyportError(
    'ERR_PERMISSION_DENIED',
    `A page has shown the secret "${name}", so it is not typed again.`,
    {
      hint: 'The user should change it at the site, then add it anew with: sallyport secrets add',
      data: { outcome: 'not_run' },
    },
  );
}
