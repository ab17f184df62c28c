// Makes the user's decisions, from every source: changes the grants and writes to the journal.
import { BoundedMap } from '@sallyport/protocol';
import type { Grant, GrantTerms, Subject } from '../rooms/grants/grant.ts';
import type { Grants, ScopeRequest } from '../rooms/grants/grants.ts';
import type { GuardOptions } from '../rooms/grants/guard.ts';
import type { GrantType } from '../rooms/grants/scopes.ts';
import type { PermissionEntry } from '../rooms/journal/entry.ts';
import type { Journal } from '../rooms/journal/journal.ts';

/** Where a decision was made: the extension's prompt, the command line, the agent's own client, an embedding program. */
export type DecidedBy = 'extension' | 'command line' | 'agent client' | 'program';

export interface Decisions {
  grant(request: ScopeRequest, grantType: GrantType, terms: GrantTerms, by: DecidedBy): Grant;
  /** Without a scope, all of the subject's grants. */
  revoke(subject: Subject, scope: string | undefined, by: DecidedBy): readonly Grant[];
  revokeById(id: string, by: DecidedBy): readonly Grant[];
  revokeAll(by: DecidedBy): readonly Grant[];
  /** A tab was closed, in any browser when there is no profile. */
  expireTab(tabId: number, profileId?: string): readonly Grant[];
  /** A call was allowed by this grant, which may have been its last one. */
  countCall(id: string): void;
  /** A browser was closed. */
  expireTabsOf(profileId: string): readonly Grant[];
  /** Records what the user answered on a site or tab, which the browser itself keeps. */
  noteSite(decision: SiteDecision, by: DecidedBy): void;
  /** Records an answer that holds for one call, which nobody keeps. */
  noteAnswer(answer: ToolAnswer, by: DecidedBy): void;
}

/** What the user decided on a site for an agent. */
export interface SiteDecision {
  readonly agent: { readonly id: string; readonly name: string };
  readonly site: string;
  readonly scope: string;
  /** `ended`: the decision was taken back. */
  readonly result: 'ALLOW_ONCE' | 'ALLOW_ALWAYS' | 'DENY' | 'ended';
  /** The browser's id of it; missing where nothing is kept. */
  readonly rule?: string;
}

/** What the user answered on one call of a tool, `app/tool`. */
export interface ToolAnswer {
  readonly agent: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly isAllowed: boolean;
}

export interface DecisionsOptions {
  readonly grants: () => Grants;
  readonly journal: Journal;
  readonly now: () => number;
}

export function createDecisions({ grants, journal, now }: DecisionsOptions): Decisions {
  function note(
    grant: Grant,
    action: PermissionEntry['action'],
    result: PermissionEntry['result'],
    by?: DecidedBy,
  ): void {
    journal.record({
      kind: 'permission',
      at: new Date(now()).toISOString(),
      ...('agent' in grant ? { agentKey: grant.agent } : { origin: grant.origin, profile: grant.profileId }),
      scope: grant.scope,
      action,
      result,
      grant: grant.id,
      by,
    });
  }
  function ended(gone: readonly Grant[], action: 'revoke' | 'expire', by?: DecidedBy): readonly Grant[] {
    for (const grant of gone) note(grant, action, 'ended', by);
    return gone;
  }
  return {
    grant(request, grantType, terms, by) {
      const grant = grants().grant(request, grantType, { ...terms, grantedBy: by });
      note(grant, 'grant', grantType, by);
      return grant;
    },
    revoke: (subject, scope, by) => ended(grants().revoke(subject, scope), 'revoke', by),
    revokeById: (id, by) => ended(grants().revokeById(id), 'revoke', by),
    revokeAll: (by) => ended(grants().revokeAll(), 'revoke', by),
    expireTab: (tabId, profileId) => ended(grants().expireTab(tabId, profileId), 'expire'),
    countCall: (id) => void ended(grants().countCall(id), 'expire'),
    expireTabsOf: (profileId) => ended(grants().expireTabsOf(profileId), 'expire'),
    noteSite({ agent, site, scope, result, rule }, by) {
      const action = result === 'ended' ? 'revoke' : 'grant';
      const at = new Date(now()).toISOString();
      journal.record({ kind: 'permission', at, agent, site, scope, action, result, grant: rule, by });
    },
    noteAnswer({ agent, tool, isAllowed }, by) {
      const result = isAllowed ? 'ALLOW_ONCE' : 'DENY';
      const at = new Date(now()).toISOString();
      const scope = 'mcp:tools.call';
      journal.record({ kind: 'permission', at, agent, scope, tool, action: 'grant', result, by });
    },
  };
}

/** The same answer is recorded once a minute, so a page cannot flood the journal by asking repeatedly. */
const SAME_ANSWER_MS = 60_000;
const REMEMBERED_ANSWERS = 1000;

export function noteChecks(journal: Journal, now: () => number): NonNullable<GuardOptions['onDecision']> {
  const lastNoted = new BoundedMap<string, number>(REMEMBERED_ANSWERS);
  return ({ origin, profileId }, scope, isGranted) => {
    const key = JSON.stringify([origin, profileId, scope, isGranted]);
    const nowMs = now();
    if (nowMs - (lastNoted.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_ANSWER_MS) return;
    lastNoted.set(key, nowMs);
    journal.record({
      kind: 'permission',
      at: new Date(nowMs).toISOString(),
      origin,
      profile: profileId,
      scope,
      action: 'check',
      result: isGranted ? 'granted' : 'refused',
    });
  };
}
