// Authorise: who may see and call which tool, and why. Lists and calls ask the same question.
import { SallyportError } from '@sallyport/protocol';
import { type ConfiguredFamilies, type FamilyCaller, type SwitchedOffBy, switchedOffBy } from './families.ts';
import { coversTool, namesTool } from './grant.ts';
import type { Checked, Grants, ScopeRequest } from './grants.ts';
import { indexRules, type PolicyRules, type RuleMatch } from './policy.ts';
import type { Reason } from './reason.ts';
import { isScope, type Scope } from './scopes.ts';

/** A web page that calls. */
interface OriginPage {
  readonly origin: string;
  readonly profileId: string;
  readonly tabId?: number;
  readonly isInFrame?: boolean;
}

/** A caller, as far as a decision needs it. */
export type GuardCaller =
  /** A person at the command line. */
  | { readonly kind: 'user' }
  /** Grants exist only for agents with a key. */
  | ({ readonly kind: 'agent'; readonly id?: string; readonly session?: string } & FamilyCaller)
  | ({ readonly kind: 'origin' } & OriginPage);

/** As agents know it. */
const FAMILIES_TOOL = 'browser__families';

type AgentCaller = Extract<GuardCaller, { kind: 'agent' }>;
type OriginCaller = Extract<GuardCaller, { kind: 'origin' }>;

export interface GuardedTool {
  /** `app/tool`. */
  readonly name: string;
  /** The first half of the name, if known. */
  readonly appId?: string;
  /** Whether it belongs to one of the product's own apps. Origins see only their tools with a scope. */
  readonly isOurs: boolean;
  /** Set on tools that our own apps offer to origins. */
  readonly scope?: string;
  readonly family?: string;
  /** Without a rule or grant the user is asked. */
  readonly asksFirst?: boolean;
  /** Only a rule or grant of its own name allows it: one for its app or for all tools may be older. Either denies it. */
  readonly isAllowedByName?: boolean;
}

export interface Guard {
  /** Throws when the caller lacks the scope, for any tool. */
  require(caller: GuardCaller, scope: Scope): Reason;
  /** Throws when the caller may not call this tool. */
  authorise(caller: GuardCaller, tool: GuardedTool): Reason;
  /** Whether lists show the tool to the caller. */
  sees(caller: GuardCaller, tool: GuardedTool): boolean;
}

/** Who the user has stopped: this agent alone, or all agents and web pages. */
export type Stop = 'agent' | 'everyone';

export interface GuardOptions {
  readonly rules: () => PolicyRules;
  /** From config.json. */
  readonly families?: () => ConfiguredFamilies;
  readonly grants: () => Grants;
  /** Whether a family on demand was switched on for the session. */
  readonly hasFamily?: (session: string, family: string) => boolean;
  readonly stopOf?: (caller: AgentCaller | OriginCaller) => Stop | undefined;
  /** Called with each decision on an origin's scope. */
  readonly onDecision?: (caller: OriginCaller, scope: Scope, isGranted: boolean) => void;
}

export function createGuard(options: GuardOptions): Guard {
  const { rules, families = () => ({}), grants, onDecision = () => {} } = options;
  const { hasFamily = () => false, stopOf = () => undefined } = options;
  let indexed = { of: rules(), findRule: indexRules(rules()) };

  /** The rules are indexed again when the config has changed. */
  function findRule({ name, appId, isAllowedByName }: GuardedTool): RuleMatch | undefined {
    const current = rules();
    if (current !== indexed.of) indexed = { of: current, findRule: indexRules(current) };
    const found = indexed.findRule(name, appId);
    return isAllowedByName === true && found?.verdict !== 'deny' && found?.rule !== name ? undefined : found;
  }

  function offFor(caller: AgentCaller, { family, appId }: GuardedTool): SwitchedOffBy | undefined {
    if (family === undefined) return undefined;
    const by = switchedOffBy(caller, family, appId, families());
    return by === 'default' && hasFamily(caller.session ?? '', family) ? undefined : by;
  }

  function settle(caller: OriginCaller, scope: Scope, checked: Checked): Reason {
    onDecision(caller, scope, checked.granted);
    if (!checked.granted) throw checked.error;
    return { by: 'grant', grantId: checked.grant.id };
  }

  function authoriseOrigin(caller: OriginCaller, tool: GuardedTool): Reason {
    const scope = scopeFor(tool);
    if (scope === undefined) throw unknownTool();
    return settle(caller, scope, grants().check(originRequest(caller, scope), tool.isOurs ? undefined : tool.name));
  }

  function authoriseAgent(key: string | undefined, tool: GuardedTool, ruled: RuleMatch | undefined): Reason {
    // `find` creates no error: this runs on every call.
    const covers = tool.isAllowedByName === true ? namesTool : coversTool;
    const found = key === undefined ? undefined : grants().find(agentRequest(key), tool.name, covers);
    if (found?.kind === 'granted') return { by: 'grant', grantId: found.grant.id };
    if (key !== undefined && found?.kind === 'denied') {
      const checked = grants().check(agentRequest(key), tool.name);
      if (!checked.granted) throw checked.error;
    }
    // A grant for other tools does not decide on this one.
    const mustAskFirst = ruled === undefined ? tool.asksFirst === true : ruled.verdict === 'ask';
    if (mustAskFirst) throw mustAsk(tool.name, ruled?.rule, key);
    const { lost } = grants();
    if (lost !== undefined) throw decisionsLost(lost.setAside);
    return reasonOf(ruled);
  }

  /** Origins that may list see every tool they could be allowed to call; `allowedTools` narrows both. */
  function originSees(caller: OriginCaller, tool: GuardedTool): boolean {
    const scope = scopeFor(tool);
    if (scope === undefined) return false;
    if (tool.isOurs) return grants().find(originRequest(caller, scope)).kind === 'granted';
    const isListed = grants().find(originRequest(caller, 'mcp:tools.list'), tool.name).kind === 'granted';
    return isListed && grants().find(originRequest(caller, scope), tool.name).kind !== 'unlisted';
  }

  return {
    require(caller, scope) {
      if (caller.kind !== 'origin') return { by: 'default' };
      return settle(caller, scope, grants().check(originRequest(caller, scope)));
    },
    authorise(caller, tool) {
      const stop = caller.kind === 'user' ? undefined : stopOf(caller);
      if (stop === 'agent' && caller.kind === 'agent') throw stopped(caller.name);
      if (stop === 'everyone') throw paused();
      const ruled = findRule(tool);
      if (ruled?.verdict === 'deny') throw deniedByRule(tool.name, ruled.rule);
      if (caller.kind === 'origin') return authoriseOrigin(caller, tool);
      if (caller.kind === 'user') return reasonOf(ruled);
      const by = offFor(caller, tool);
      if (by !== undefined) throw switchedOff(caller, tool, by);
      return authoriseAgent(caller.key, tool, ruled);
    },
    sees(caller, tool) {
      if (findRule(tool)?.verdict === 'deny') return false;
      if (caller.kind === 'user') return true;
      if (caller.kind === 'origin') return originSees(caller, tool);
      if (offFor(caller, tool) !== undefined) return false;
      // An agent can request only tools that it sees.
      return caller.key === undefined || grants().find(agentRequest(caller.key), tool.name).kind !== 'denied';
    },
  };
}

/** Origins may call tools of the user's servers, and of our own apps those with a `browser:` scope. */
function scopeFor({ isOurs, scope }: GuardedTool): Scope | undefined {
  if (!isOurs) return 'mcp:tools.call';
  return isScope(scope) && scope.startsWith('browser:') ? scope : undefined;
}

function originRequest({ origin, profileId, tabId, isInFrame }: OriginCaller, scope: Scope): ScopeRequest {
  return { subject: { origin, profileId }, scope, tabId, isInFrame };
}

function agentRequest(agent: string): ScopeRequest {
  return { subject: { agent }, scope: 'mcp:tools.call' };
}

function reasonOf(ruled: RuleMatch | undefined): Reason {
  return ruled === undefined ? { by: 'default' } : { by: 'rule', rule: ruled.rule };
}

function unknownTool(): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', 'There is no tool of this name.', {
    hint: 'List the tools again; names are like app/tool.',
  });
}

function stopped(name: string | undefined): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user has stopped this agent.', {
    hint: `Do not call again. The user can let it go on with: sallyport resume "${name ?? ''}"`,
    reason: 'STOPPED',
    data: { outcome: 'not_run' },
  });
}

function paused(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user has paused all agents.', {
    hint: 'Wait for the user, who can let them go on in the Sallyport panel of the browser, or with: sallyport resume',
    reason: 'PAUSED',
    data: { outcome: 'not_run' },
  });
}

function deniedByRule(tool: string, rule: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user's policy does not allow ${tool}.`, {
    hint: `The rule "${rule}" under "policy" in config.json denies it; only the user can change it.`,
    data: { rule },
  });
}

function switchedOff({ key, name }: FamilyCaller, tool: GuardedTool, by: SwitchedOffBy): SallyportError {
  const family = String(tool.family);
  const command = key === undefined ? undefined : `sallyport agents families "${name}" --on ${family}`;
  const askFor = by === 'default' ? `Ask for it with ${FAMILIES_TOOL} {"on": "${family}"}. ` : '';
  const hint =
    by === 'address'
      ? `"families=" in the URL of this client's entry leaves it out; the user can add "${family}" there.`
      : command === undefined
        ? `${askFor}"families" in config.json omits it; the user can add "${family}" there.`
        : `${askFor}The user can enable it with: ${command}`;
  return new SallyportError(
    'ERR_TOOL_NOT_ALLOWED',
    `${tool.name} is in the family "${family}", which is off for this agent.`,
    { hint, data: { family, by, command: by === 'address' ? undefined : command } },
  );
}

function mustAsk(tool: string, rule: string | undefined, key: string | undefined): SallyportError {
  const command = `sallyport grants allow ${key} mcp:tools.call --tool ${tool}`;
  return new SallyportError('ERR_SCOPE_REQUIRED', `${tool} requires the user's permission.`, {
    hint:
      key === undefined
        ? 'Permissions are kept only for agents with a key; "sallyport install" creates one.'
        : `The user can allow it with: ${command}`,
    data: { rule, command: key === undefined ? undefined : command },
  });
}

function decisionsLost(setAside: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', "The user's grants could not be read, so nothing is allowed.", {
    hint: `The damaged file is now ${setAside}. The user can start over with "sallyport grants revoke --all", or allow only this agent with "sallyport grants allow".`,
    data: { setAside },
  });
}
