// The scopes that can be granted. Grants with unknown scopes are kept for versions that know them.
import { SallyportError } from '@sallyport/protocol';

/** Each scope, with what it permits in the words of a prompt. */
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

/** Throws ERR_INPUT_INVALID with the list of scopes. */
export function requireScope(value: unknown): Scope {
  if (isScope(value)) return value;
  throw new SallyportError('ERR_INPUT_INVALID', 'There is no scope with this name.', {
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
