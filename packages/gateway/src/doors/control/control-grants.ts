// The command line's methods for grants: list, allow, deny, revoke.
import { type JsonObject, SallyportError } from '@sallyport/protocol';
import { rights, type SiteRule, type SiteRules } from '../../apps/browser/site-rules.ts';
import type { Decisions } from '../../path/decisions.ts';
import { type Grant, type GrantTerms, isTexts, type Subject } from '../../rooms/grants/grant.ts';
import type { Grants, ScopeRequest } from '../../rooms/grants/grants.ts';
import { requireScope } from '../../rooms/grants/scopes.ts';
import type { ControlMethods } from './control.ts';

export interface GrantPorts {
  readonly grants: () => Grants;
  readonly decisions: Decisions;
  /** Agents with a key. */
  readonly agents: () => readonly { readonly id: string; readonly name: string }[];
  /** Profiles of the linked browsers, after the first scan. */
  readonly profiles: () => Promise<readonly string[]>;
  /** Decisions about sites, which browsers keep. */
  readonly sites: SiteRules;
  /** `app/tool` for a tool in either spelling; undefined for an unknown one. */
  readonly toolNamed: (name: string) => string | undefined;
}

const BY = 'command line';
/** Agents that no longer exist too: their grants can still be revoked. */
const AGENT_ID = /^agent_[0-9a-z]+_\d+$/;

export function createGrantMethods(ports: GrantPorts): ControlMethods {
  const { grants, decisions } = ports;
  const decide = async (params: JsonObject, grantType: 'ALLOW_ALWAYS' | 'ALLOW_ONCE' | 'DENY') => {
    const request = { subject: await subjectOf(params, ports), scope: requireScope(params.scope) };
    const given = termsOf(params, ports);
    const terms = grantType === 'ALLOW_ALWAYS' ? withEarlierTools(given, grants(), request) : given;
    return { grant: withName(decisions.grant(request, grantType, terms, BY), ports) };
  };
  return {
    'grants.list': async (params) => {
      const subject = params.who === undefined ? undefined : await subjectOf(params, ports);
      const { lost } = grants();
      const named = grants()
        .list(subject)
        .map((grant) => withName(grant, ports));
      return { grants: named, sites: await sitesOf(subject, params, ports), lost };
    },
    'grants.allow': async (params) => decide(params, params.once === true ? 'ALLOW_ONCE' : 'ALLOW_ALWAYS'),
    'grants.deny': async (params) => decide(params, 'DENY'),
    'grants.revoke': async (params) => ({ revoked: await revoke(params, ports) }),
  };
}

async function revoke(params: JsonObject, ports: GrantPorts): Promise<readonly (Grant | SiteRule)[]> {
  const { decisions } = ports;
  if (params.all === true) return [...decisions.revokeAll(BY), ...(await removeSites(await ports.sites.list(), ports))];
  const { id } = params;
  if (typeof id === 'string') {
    const grants = ports.grants().list();
    const isMeant = (decision: { readonly id: string }) => decision.id.startsWith(id);
    const [found, ...others] = [...grants, ...(await ports.sites.list())].filter(isMeant);
    if (others.length > 0) throw fitsSeveral(id);
    if (found === undefined) return [];
    return 'grantType' in found ? decisions.revokeById(found.id, BY) : removeSites([found], ports);
  }
  const scope = params.scope === undefined ? undefined : requireScope(params.scope);
  const subject = await subjectOf(params, ports);
  const sites = scope === undefined ? await sitesOf(subject, params, ports) : [];
  return [...decisions.revoke(subject, scope, BY), ...(await removeSites(sites, ports))];
}

async function removeSites(rules: readonly SiteRule[], { sites, decisions }: GrantPorts): Promise<readonly SiteRule[]> {
  const removed = await sites.remove(rules);
  for (const rule of removed) {
    const { id, agentId, agentName, site } = rule;
    const scope = `browser:site.${rights.find((right) => rule[right] !== undefined) ?? 'read'}`;
    const agent = { id: agentId, name: agentName };
    decisions.noteSite({ agent, site, scope, result: 'ended', rule: id }, BY);
  }
  return removed;
}

/** Decisions about sites are made for agents: none are listed for an origin, which is a page with rights of its own. */
async function sitesOf(
  subject: Subject | undefined,
  { profile }: JsonObject,
  { sites }: GrantPorts,
): Promise<readonly SiteRule[]> {
  if (subject !== undefined && !('agent' in subject)) return [];
  const rules = await sites.list();
  const ofProfile = rules.filter((rule) => profile === undefined || rule.profile === profile);
  return ofProfile.filter(({ agentId }) => subject === undefined || agentId === subject.agent);
}

/** An origin with its profile, or an agent by its id or name. */
async function subjectOf({ who, profile }: JsonObject, { agents, profiles }: GrantPorts): Promise<Subject> {
  if (typeof who !== 'string') throw notASubject();
  if (URL.canParse(who) && /^https?:$/.test(new URL(who).protocol)) {
    return {
      origin: new URL(who).origin,
      profileId: typeof profile === 'string' ? profile : onlyProfile(await profiles()),
    };
  }
  const id = AGENT_ID.test(who) ? who : agents().find(({ name }) => name === who)?.id;
  if (id === undefined) throw notASubject();
  if (profile === undefined) return { agent: id };
  throw new SallyportError('ERR_INPUT_INVALID', 'An agent has no browser profile.', {
    hint: 'Leave --profile out: a grant for an agent holds in every browser.',
  });
}

/** The profile of the only linked browser; `default`, which embedding programs use, when there is none. */
function onlyProfile([profile = 'default', ...others]: readonly string[]): string {
  if (others.length === 0) return profile;
  throw new SallyportError('ERR_INPUT_INVALID', 'Several browsers are connected: in which profile?', {
    hint: `Name one with --profile: ${[profile, ...others].join(', ')}.`,
  });
}

function termsOf({ tools, expiresAt }: JsonObject, { toolNamed }: GrantPorts): GrantTerms {
  return {
    ...(isTexts(tools) ? { allowedTools: tools.map((name) => toolNamed(name) ?? requireToolName(name)) } : {}),
    ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
  };
}

/** The tool need not exist yet, but its name must be valid. */
function requireToolName(name: string): string {
  if (/^[a-z0-9-]+\/.+$/.test(name)) return name;
  throw new SallyportError('ERR_INPUT_INVALID', 'Tools are written app/tool, or app/* for a whole app.', {
    hint: '"sallyport tools" lists them.',
  });
}

function withName(grant: Grant, { agents }: GrantPorts): Grant & { readonly agentName?: string } {
  const agent = 'agent' in grant ? agents().find(({ id }) => id === grant.agent) : undefined;
  return agent === undefined ? grant : { ...grant, agentName: agent.name };
}

/** Adds the tools to those of an earlier grant: people allow them one by one. */
function withEarlierTools(terms: GrantTerms, grants: Grants, { subject, scope }: ScopeRequest): GrantTerms {
  const earlier = grants
    .list(subject)
    .find((grant) => grant.scope === scope && grant.grantType === 'ALLOW_ALWAYS' && grant.tabId === undefined);
  if (terms.allowedTools === undefined || earlier?.allowedTools === undefined) return terms;
  return { ...terms, allowedTools: [...new Set([...earlier.allowedTools, ...terms.allowedTools])] };
}

function fitsSeveral(id: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `More than one id starts with ${id}; nothing was revoked.`, {
    hint: 'Give more of it: "sallyport grants list --json" shows whole ids.',
  });
}

function notASubject(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'A grant is for a web origin or for an agent that has a key.', {
    hint: 'Name an origin such as https://example.com, or an agent by the name that "sallyport agents list" shows.',
  });
}
