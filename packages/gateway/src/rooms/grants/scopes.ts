// What may be permitted. One line a scope: the table grows here, and grants of unknown scopes are kept for those who know them.
import { SallyportError } from '@sallyport/protocol';

/** Each scope of seed 004, with what it opens, as a person would be asked. */
export const scopes = {
  'mcp:tools.list': 'see which tools you have',
  'mcp:tools.call': 'use your tools',
  'mcp:server.connect': 'start a tool server that is not running',
  'browser:activeTab.read': 'read the tab you are looking at',
} as const;

export type Scope = keyof typeof scopes;

export function isScope(value: unknown): value is Scope {
  return typeof value === 'string' && Object.hasOwn(scopes, value);
}

/** Throws ERR_INPUT_INVALID and names those there are. */
export function requireScope(value: unknown): Scope {
  if (isScope(value)) return value;
  throw new SallyportError('ERR_INPUT_INVALID', 'There is no scope of this name.', {
    hint: `The scopes are ${Object.keys(scopes).join(', ')}.`,
  });
}

export const grantTypes = ['ALLOW_ONCE', 'ALLOW_ALWAYS', 'DENY'] as const;

export type GrantType = (typeof grantTypes)[number];

export function isGrantType(value: unknown): value is GrantType {
  return grantTypes.some((known) => known === value);
}

export function requireGrantType(value: unknown): GrantType {
  if (isGrantType(value)) return value;
  throw new SallyportError('ERR_INPUT_INVALID', `A grant is one of ${grantTypes.join(', ')}.`);
}
