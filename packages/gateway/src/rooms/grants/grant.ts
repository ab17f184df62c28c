// A grant: a stored decision on one scope for one subject, and how it is parsed.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { type GrantType, isGrantType } from './scopes.ts';

/** Who a grant is for: a web origin in a browser profile, or an agent. */
export type Subject =
  | { readonly origin: string; readonly profileId: string }
  /** The agent's permanent id. */
  | { readonly agent: string };

export interface GrantTerms {
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Holds only for calls from this tab, and ends with it. */
  readonly tabId?: number;
  /** `app/tool` or `app/*`. Absent: all tools. Empty: none. */
  readonly allowedTools?: readonly string[];
}

export type Grant = Subject &
  GrantTerms & {
    readonly id: string;
    /** Scopes of later versions are kept and ignored. */
    readonly scope: string;
    readonly grantType: GrantType;
    readonly grantedAt: number;
    /** Where it was decided: the extension, the command line, an embedding program. */
    readonly grantedBy: string;
    /** Calls that it allowed, of a page that the user let in for good in the browser. */
    readonly callsMade?: number;
  };

export function isOf(grant: Subject, subject: Subject): boolean {
  if ('agent' in subject) return 'agent' in grant && grant.agent === subject.agent;
  return 'origin' in grant && grant.origin === subject.origin && grant.profileId === subject.profileId;
}

export function isAlive({ expiresAt }: Grant, nowMs: number): boolean {
  return expiresAt === undefined || nowMs < expiresAt;
}

export function namesTool({ allowedTools = [] }: GrantTerms, tool: string): boolean {
  return allowedTools.includes(tool);
}

export function coversTool({ allowedTools }: GrantTerms, tool: string): boolean {
  if (allowedTools === undefined) return true;
  return allowedTools.includes(tool) || allowedTools.includes(`${tool.slice(0, tool.indexOf('/'))}/*`);
}

/** Throws on anything that is not a grant: an unreadable decision must not be lost silently. */
export function parseGrant(value: unknown): Grant {
  if (!isRecord(value)) throw new Error('a grant is not an object');
  const { id, scope, grantType, grantedAt, grantedBy, callsMade } = value;
  if (typeof id !== 'string' || typeof scope !== 'string') throw new Error('a grant has no id or no scope');
  if (!isGrantType(grantType) || typeof grantedAt !== 'number') throw new Error('a grant has no type or no time');
  return {
    ...parseSubject(value),
    ...parseTerms(value),
    id,
    scope,
    grantType,
    grantedAt,
    grantedBy: typeof grantedBy === 'string' ? grantedBy : 'unknown',
    ...(typeof callsMade === 'number' ? { callsMade } : {}),
  };
}

function parseSubject({ agent, origin, profileId }: JsonObject): Subject {
  if (typeof agent === 'string') return { agent };
  if (typeof origin === 'string' && typeof profileId === 'string') return { origin, profileId };
  throw new Error('a grant names neither an origin with its profile nor an agent');
}

function parseTerms({ expiresAt, allowedTools }: JsonObject): GrantTerms {
  if (expiresAt !== undefined && typeof expiresAt !== 'number') throw new Error('a grant has an invalid expiry');
  if (allowedTools !== undefined && !isTexts(allowedTools)) throw new Error('a grant has an invalid list of tools');
  return { expiresAt, allowedTools };
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
