// What the command line can ask of the user's decisions: to see them, to make them, to take them back.
import { type JsonObject, SallyportError } from '@sallyport/protocol';
import type { Decisions } from './decisions.ts';
import type { ControlMethods } from './doors/control.ts';
import { type Grant, type GrantTerms, isTexts, type Subject } from './grants/grant.ts';
import type { Grants } from './grants/grants.ts';
import { requireScope } from './grants/scopes.ts';

export interface GrantPorts {
  readonly grants: () => Grants;
  readonly decisions: Decisions;
  /** Agents that were given a key. */
  readonly agents: () => readonly { readonly id: string; readonly name: string }[];
  /** Profiles of the browsers that are linked. */
  readonly profiles: () => readonly string[];
}

const BY = 'command line';
/** Also of an agent that is no more: what was decided about it can still be taken back. */
const AGENT_ID = /^agent_[0-9a-z]+_\d+$/;

export function createGrantMethods(ports: GrantPorts): ControlMethods {
  const { grants, decisions } = ports;
  const decide = (params: JsonObject, grantType: 'ALLOW_ALWAYS' | 'ALLOW_ONCE' | 'DENY') => {
    const asked = { subject: subjectOf(params, ports), scope: requireScope(params.scope) };
    return { grant: decisions.grant(asked, grantType, termsOf(params), BY) };
  };
  return {
    'grants.list': async (params) => {
      const subject = params.who === undefined ? undefined : subjectOf(params, ports);
      const { lost } = grants();
      return { grants: grants().list(subject), ...(lost === undefined ? {} : { lost }) };
    },
    'grants.allow': async (params) => decide(params, params.once === true ? 'ALLOW_ONCE' : 'ALLOW_ALWAYS'),
    'grants.deny': async (params) => decide(params, 'DENY'),
    'grants.revoke': async (params) => ({ revoked: revoke(params, ports) }),
  };
}

function revoke(params: JsonObject, ports: GrantPorts): readonly Grant[] {
  const { decisions } = ports;
  if (params.all === true) return decisions.revokeAll(BY);
  const { id } = params;
  if (typeof id === 'string') {
    const [found, ...others] = ports
      .grants()
      .list()
      .filter((grant) => grant.id.startsWith(id));
    return found === undefined || others.length > 0 ? [] : decisions.revokeById(found.id, BY);
  }
  const scope = params.scope === undefined ? undefined : requireScope(params.scope);
  return decisions.revoke(subjectOf(params, ports), scope, BY);
}

/** An origin with its profile, or an agent by its id or name. */
function subjectOf({ who, profile }: JsonObject, { agents, profiles }: GrantPorts): Subject {
  if (typeof who !== 'string') throw unclear();
  if (URL.canParse(who) && /^https?:$/.test(new URL(who).protocol)) {
    const known = profiles();
    const only = known.length === 1 ? known[0] : undefined;
    return { origin: new URL(who).origin, profileId: typeof profile === 'string' ? profile : (only ?? 'default') };
  }
  const id = AGENT_ID.test(who) ? who : agents().find(({ name }) => name === who)?.id;
  if (id !== undefined) return { agent: id };
  throw unclear();
}

function termsOf({ tools, expiresAt }: JsonObject): GrantTerms {
  return {
    ...(isTexts(tools) ? { allowedTools: tools } : {}),
    ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
  };
}

function unclear(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'A grant is for a web origin or for an agent that has a key.', {
    hint: 'Name an origin such as https://example.com, or an agent by the name that "sallyport agents list" shows.',
  });
}
