// Gets the value of a secret from the gateway, for one field, and marks the site before it is typed.
import { type HostRequestType, type JsonObject, limits, SallyportError } from '@sallyport/protocol';
import type { TypeSecretArgs } from '../../base/action-args.ts';
import type { CallScope } from '../../base/call.ts';
import { refused, type SecretSites } from './secret-sites.ts';

export type AskForSecret = (
  type: HostRequestType,
  fields: JsonObject,
  options?: { readonly signal: AbortSignal; readonly timeoutMs: number },
) => Promise<JsonObject>;

export interface TypedSecretOptions {
  readonly sites: SecretSites;
  readonly call: Pick<CallScope, 'callId' | 'signal' | 'holdTime'>;
  /** Over the gateway's own link: nobody else can answer. */
  readonly ask: AskForSecret;
}

/** The user may be asked, and a keychain may have to be unlocked. */
const ASK_MS = limits.agent.consentMs + 30_000;

const kinds: ReadonlySet<unknown> = new Set(['password', 'key', 'totp']);

export async function secretFor(
  { sites, call, ask }: TypedSecretOptions,
  { name, origin, tabId }: { readonly name: string; readonly origin: string; readonly tabId: number },
): Promise<Pick<TypeSecretArgs, 'value' | 'isCode' | 'mustBeDeclared'>> {
  if (!/^https?:/.test(origin)) {
    throw refused('No secret is typed into a page without a site of its own.', 'Open the page in a tab.');
  }
  sites.requireTyping(origin);
  const resumeTime = call.holdTime();
  try {
    const fields = { call_id: call.callId, name, origin };
    const { value, kind } = await ask('host_use_secret', fields, { signal: call.signal, timeoutMs: ASK_MS });
    if (typeof value !== 'string' || value === '' || !kinds.has(kind)) throw malformed();
    const isCode = kind === 'totp';
    await sites.take(origin, { name, text: value, isCode, tabId });
    return { value, isCode, mustBeDeclared: kind === 'password' };
  } finally {
    resumeTime();
  }
}

function malformed(): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', 'The gateway returned a malformed secret.');
}
