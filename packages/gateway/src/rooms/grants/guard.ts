// Authorise: who may see and call which tool, and why. Lists and calls ask the same question.
import { SallyportError } from '@sallyport/protocol';
import { type ConfiguredFamilies, type FamilyCaller, type SwitchedOffBy, switchedOffBy } from './families.ts';
import type { Checked, Grants, ScopeRequest } from './grants.ts';
import { layOutRules, type PolicyRules, type Ruled } from './policy.ts';
import { isScope, type Scope } from './scopes.ts';

/** Whoever wants something, as far as a decision needs it. */
export type GuardCaller =
  /** At the command line, by hand. */
  | { readonly kind: 'user' }
  /** Without a key nothing is remembered for it, so no grant can be its own. */
  | ({ readonly kind: 'agent' } & FamilyCaller)
  | { readonly kind: 'origin'; readonly origin: string; readonly profileId: string; readonly tabId?: number };

type OriginCaller = Extract<GuardCaller, { kind: 'origin' }>;

export interface GuardedTool {
  /** `app/tool`. */
  readonly name: string;
  /** The first half of it, where that is known. */
  readonly appId?: string;
  /** Whether it is the product's own app: its claims count, and origins see of it only what it offers them. */
  readonly isOurs: boolean;
  /** Of a tool that our own app offers to origins. */
  readonly scope?: string;
  /** What agents switch it on and off with. */
  readonly family?: string;
}

/** Why something was allowed: a grant by its id, a rule of config.json, the user's word just now, or nothing against it. */
export type Reason = `grant ${string}` | `rule ${string}` | 'consent' | 'default';

export interface Guard {
  /** Throws when the caller may not do this at all, whatever the tool. */
  require(caller: GuardCaller, scope: Scope): Reason;
  /** Throws when the caller may not call this tool. */
  authorise(caller: GuardCaller, tool: GuardedTool): Reason;
  /** The same question without the throw, for lists. */
  sees(caller: GuardCaller, tool: GuardedTool): boolean;
}

export interface GuardOptions {
  readonly rules: () => PolicyRules;
  /** Of config.json; without it none is switched off there. */
  readonly families?: () => ConfiguredFamilies;
  readonly grants: () => Grants;
  /** Told of each answer to an origin about a scope. */
  readonly onDecision?: (caller: OriginCaller, scope: Scope, isGranted: boolean) => void;
}

export function createGuard({ rules, families = () => ({}), grants, onDecision = () => {} }: GuardOptions): Guard {
  let laidOut = { of: rules(), ruleOn: layOutRules(rules()) };

  /** The rules may be others by now: the config is read again when it changes. */
  function ruleOn({ name, appId }: GuardedTool): Ruled | undefined {
    const current = rules();
    if (current !== laidOut.of) laidOut = { of: current, ruleOn: layOutRules(current) };
    return laidOut.ruleOn(name, appId);
  }

  function offFor(caller: FamilyCaller, { family, appId }: GuardedTool): SwitchedOffBy | undefined {
    return family === undefined ? undefined : switchedOffBy(caller, family, appId, families());
  }

  function settle(caller: OriginCaller, scope: Scope, checked: Checked): Reason {
    onDecision(caller, scope, checked.granted);
    if (!checked.granted) throw checked.error;
    return `grant ${checked.grant.id}`;
  }

  function authoriseOrigin(caller: OriginCaller, tool: GuardedTool): Reason {
    const scope = scopeFor(tool);
    if (scope === undefined) throw notThere();
    return settle(caller, scope, grants().check(originRequest(caller, scope), tool.isOurs ? undefined : tool.name));
  }

  function authoriseAgent(key: string | undefined, tool: GuardedTool, ruled: Ruled | undefined): Reason {
    // On the path of every call, so no error is made up before one is due.
    const found = key === undefined ? undefined : grants().find(agentRequest(key), tool.name);
    if (found?.kind === 'granted') return `grant ${found.grant.id}`;
    if (key !== undefined && found?.kind === 'denied') {
      const checked = grants().check(agentRequest(key), tool.name);
      if (!checked.granted) throw checked.error;
    }
    // What was allowed for other tools says nothing on this one.
    if (ruled?.verdict === 'ask') throw mustAsk(tool.name, ruled.rule, key);
    const { lost } = grants();
    if (lost !== undefined) throw decisionsLost(lost.setAside);
    return reasonOf(ruled);
  }

  /** Who may list sees what it could be allowed to call; a list of allowed tools narrows both. */
  function originSees(caller: OriginCaller, tool: GuardedTool): boolean {
    const scope = scopeFor(tool);
    if (scope === undefined) return false;
    if (tool.isOurs) return grants().find(originRequest(caller, scope)).kind === 'granted';
    const isListed = grants().find(originRequest(caller, 'mcp:tools.list'), tool.name).kind === 'granted';
    return isListed && grants().find(originRequest(caller, scope), tool.name).kind !== 'unlisted';
  }

  return {
    require(caller, scope) {
      return caller.kind === 'origin' ? settle(caller, scope, grants().check(originRequest(caller, scope))) : 'default';
    },
    authorise(caller, tool) {
      const ruled = ruleOn(tool);
      if (ruled?.verdict === 'deny') throw ruledOut(tool.name, ruled.rule);
      if (caller.kind === 'origin') return authoriseOrigin(caller, tool);
      if (caller.kind === 'user') return reasonOf(ruled);
      const by = offFor(caller, tool);
      if (by !== undefined) throw switchedOff(caller, tool, by);
      return authoriseAgent(caller.key, tool, ruled);
    },
    sees(caller, tool) {
      if (ruleOn(tool)?.verdict === 'deny') return false;
      if (caller.kind === 'user') return true;
      if (caller.kind === 'origin') return originSees(caller, tool);
      if (offFor(caller, tool) !== undefined) return false;
      // What must be asked for can be asked for only by an agent that knows it is there.
      return caller.key === undefined || grants().find(agentRequest(caller.key), tool.name).kind !== 'denied';
    },
  };
}

/** Origins call the tools of the user's servers; of our own apps only what those offer under a scope for it. */
function scopeFor({ isOurs, scope }: GuardedTool): Scope | undefined {
  if (!isOurs) return 'mcp:tools.call';
  return isScope(scope) && scope.startsWith('browser:') ? scope : undefined;
}

function originRequest({ origin, profileId, tabId }: OriginCaller, scope: Scope): ScopeRequest {
  return { subject: { origin, profileId }, scope, tabId };
}

function agentRequest(agent: string): ScopeRequest {
  return { subject: { agent }, scope: 'mcp:tools.call' };
}

function reasonOf(ruled: Ruled | undefined): Reason {
  return ruled === undefined ? 'default' : `rule ${ruled.rule}`;
}

function notThere(): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', 'There is no tool of this name.', {
    hint: 'List the tools again; names are spelled app/tool.',
  });
}

function ruledOut(tool: string, rule: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user's policy does not allow ${tool}.`, {
    hint: `The rule "${rule}" under "policy" in config.json decides; only the user can change it.`,
    data: { rule },
  });
}

function switchedOff({ key, name }: FamilyCaller, tool: GuardedTool, by: SwitchedOffBy): SallyportError {
  const family = String(tool.family);
  const command = key === undefined ? undefined : `sallyport agents families "${name}" --on ${family}`;
  const hint =
    by === 'address'
      ? `The address in this client's entry has "families=", which leaves it out; the user adds "${family}" there.`
      : command === undefined
        ? `"families" in config.json leaves it out; the user adds "${family}" there.`
        : `The user switches it on with: ${command}`;
  return new SallyportError(
    'ERR_TOOL_NOT_ALLOWED',
    `${tool.name} is of the family "${family}", which is switched off for this agent.`,
    { hint, data: { family, command: by === 'address' ? undefined : command } },
  );
}

function mustAsk(tool: string, rule: string, key: string | undefined): SallyportError {
  const command = `sallyport grants allow ${key} mcp:tools.call --tool ${tool}`;
  return new SallyportError('ERR_SCOPE_REQUIRED', `The user wants to be asked before ${tool} is used.`, {
    hint:
      key === undefined
        ? 'Nothing can be remembered for an agent without a key: "sallyport install" gives it one.'
        : `The user allows it with: ${command}`,
    data: { rule, command: key === undefined ? undefined : command },
  });
}

function decisionsLost(setAside: string): SallyportError {
  return new SallyportError(
    'ERR_PERMISSION_DENIED',
    'The decisions of the user could not be read, so nothing is allowed.',
    {
      hint: `They lie in ${setAside}. Begin anew with "sallyport grants revoke --all", or allow this agent alone.`,
      data: { setAside },
    },
  );
}
