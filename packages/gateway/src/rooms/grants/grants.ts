// Authorise: the user's grants. Lasting ones are written to disk before they take effect; one-time ones are kept in memory.
import { BoundedMap, limits, SallyportError } from '@sallyport/protocol';
import { coversTool, type Grant, type GrantTerms, isAlive, isOf, type Subject } from './grant.ts';
import type { GrantType, Scope } from './scopes.ts';

/** What is on disk. `lost` is set after the file was damaged, until the user revokes everything. */
export interface StoredGrants {
  readonly grants: readonly Grant[];
  readonly lost?: { readonly at: number; readonly setAside: string };
}

export interface GrantsOptions {
  readonly kept: StoredGrants;
  /** Writes everything durably, or throws; nothing takes effect before it returns. */
  readonly save: (kept: StoredGrants) => void;
  readonly now: () => number;
  readonly createId: () => string;
}

export type Checked =
  | { readonly granted: true; readonly grant: Grant }
  | { readonly granted: false; readonly error: SallyportError; readonly grant?: Grant };

/** `unlisted`: granted, but not for this tool. */
export type Found =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'granted' | 'denied' | 'unlisted'; readonly grant: Grant };

export interface ScopeRequest {
  readonly subject: Subject;
  readonly scope: Scope;
  /** The requesting tab, if any. */
  readonly tabId?: number;
  /** The page is a frame of another one, which could lead the user's clicks: only a yes for this tab counts. */
  readonly isInFrame?: boolean;
}

export class Grants {
  readonly #options: GrantsOptions;
  #stored: StoredGrants;
  /** In memory: ALLOW_ONCE, and grants for a tab. Newest last. */
  #temporary: readonly Grant[] = [];
  /** By grant, the calls it allowed; on disk is the last multiple of `CALLS_PER_WRITE`. */
  readonly #calls = new BoundedMap<string, number>(limits.grants.kept);

  constructor(options: GrantsOptions) {
    this.#options = options;
    this.#stored = options.kept;
  }

  /** Where the unreadable file was moved, until the user revokes everything. */
  get lost(): StoredGrants['lost'] {
    return this.#stored.lost;
  }

  /** Takes over what another process has written. One-time grants remain. */
  reload(kept: StoredGrants): void {
    this.#stored = kept;
  }

  /** Replaces an earlier grant for the same subject, scope and tab; a lasting one also ends the one-time ones. */
  grant(
    { subject, scope, tabId }: ScopeRequest,
    grantType: GrantType,
    terms: GrantTerms & { readonly grantedBy: string },
  ): Grant {
    const { now, createId } = this.#options;
    const grantedAt = now();
    const expiresAt =
      terms.expiresAt ?? (grantType === 'ALLOW_ONCE' ? grantedAt + limits.webOrigin.allowOnceMs : undefined);
    if (expiresAt !== undefined && !Number.isFinite(expiresAt)) throw badExpiry();
    const grant: Grant = {
      id: createId(),
      ...subject,
      scope,
      grantType,
      expiresAt,
      tabId,
      // A denial covers the whole scope; to deny some tools, allow the others.
      allowedTools: grantType === 'DENY' ? undefined : terms.allowedTools?.slice(),
      grantedAt,
      grantedBy: terms.grantedBy,
    };
    const isSame = matching(subject, scope);
    if (grantType === 'ALLOW_ONCE' || tabId !== undefined) {
      const others = this.#alive(this.#temporary).filter((other) => !(isSame(other) && other.tabId === tabId));
      if (others.length >= limits.grants.passing) throw tooMany();
      this.#temporary = [...others, grant];
      return grant;
    }
    const others = this.#alive(this.#stored.grants).filter((other) => !isSame(other));
    if (others.length >= limits.grants.kept) throw tooMany();
    this.#store({ ...this.#stored, grants: [...others, grant] });
    this.#temporary = this.#temporary.filter((other) => !isSame(other));
    return grant;
  }

  /** Takes effect with the next call. Returns the revoked grants; without a scope, all of the subject's. */
  revoke(subject: Subject, scope?: string): readonly Grant[] {
    return this.#remove(matching(subject, scope));
  }

  revokeById(id: string): readonly Grant[] {
    return this.#remove((grant) => grant.id === id);
  }

  /** Also clears `lost`. */
  revokeAll(): readonly Grant[] {
    const all = this.list();
    this.#store({ grants: [] });
    this.#temporary = [];
    return all;
  }

  /** The user's decision, for a tool if given. Cheap, because lists call it for every tool. */
  find(request: ScopeRequest, tool?: string, covers = coversTool): Found {
    const deciding = this.#deciding(request);
    const [first] = deciding;
    if (first === undefined) return { kind: 'undecided' };
    if (first.grantType === 'DENY') return { kind: 'denied', grant: first };
    // A one-time grant for other tools does not narrow a lasting grant.
    const grant = deciding.find((one) => one.grantType !== 'DENY' && (tool === undefined || covers(one, tool)));
    return grant === undefined ? { kind: 'unlisted', grant: first } : { kind: 'granted', grant };
  }

  check(request: ScopeRequest, tool?: string): Checked {
    const found = this.find(request, tool);
    switch (found.kind) {
      case 'granted':
        return { granted: true, grant: found.grant };
      case 'undecided':
        return { granted: false, error: undecided(request) };
      case 'denied':
        return { granted: false, error: denied(request, found.grant), grant: found.grant };
      case 'unlisted':
        return { granted: false, error: notListed(tool ?? ''), grant: found.grant };
    }
  }

  /** Counts a call that a grant allowed. What the user let in for good ends with its last call, and has to ask again. */
  countCall(id: string): readonly Grant[] {
    const counted = this.#stored.grants.find((grant) => grant.id === id && isCounted(grant));
    if (counted === undefined) return [];
    const callsMade = this.callsOf(counted) + 1;
    this.#calls.set(id, callsMade);
    if (callsMade >= limits.webOrigin.callsPerGrant) return this.revokeById(id);
    if (callsMade % CALLS_PER_WRITE === 0) {
      const grants = this.#stored.grants.map((grant) => (grant.id === id ? { ...grant, callsMade } : grant));
      this.#store({ ...this.#stored, grants });
    }
    return [];
  }

  callsOf({ id, callsMade = 0 }: Grant): number {
    return this.#calls.get(id) ?? callsMade;
  }

  /** The grants in force, newest last; of one subject if given. */
  list(subject?: Subject): readonly Grant[] {
    return this.#alive([...this.#stored.grants, ...this.#temporary]).filter(
      (grant) => subject === undefined || isOf(grant, subject),
    );
  }

  /** The tab was closed. The profile distinguishes tabs of two browsers with the same id. */
  expireTab(tabId: number, profileId?: string): readonly Grant[] {
    return this.#remove(
      (grant) =>
        grant.tabId === tabId && (profileId === undefined || ('profileId' in grant && grant.profileId === profileId)),
    );
  }

  /** The browser was closed with all its tabs. */
  expireTabsOf(profileId: string): readonly Grant[] {
    return this.#remove((grant) => grant.tabId !== undefined && 'profileId' in grant && grant.profileId === profileId);
  }

  /** The grants that decide, most specific first: one-time in this tab, one-time, lasting. */
  #deciding({ subject, scope, tabId, isInFrame = false }: ScopeRequest): readonly Grant[] {
    const isSame = matching(subject, scope);
    const passing = this.#alive(this.#temporary).filter(isSame);
    const everywhere = [
      ...passing.filter((grant) => grant.tabId === undefined),
      ...this.#alive(this.#stored.grants).filter(isSame),
    ];
    return [
      ...(tabId === undefined ? [] : passing.filter((grant) => grant.tabId === tabId)),
      ...(isInFrame ? everywhere.filter(({ grantType }) => grantType === 'DENY') : everywhere),
    ];
  }

  #remove(isGone: (grant: Grant) => boolean): readonly Grant[] {
    const gone = this.list().filter(isGone);
    if (this.#stored.grants.some(isGone)) {
      this.#store({ ...this.#stored, grants: this.#stored.grants.filter((grant) => !isGone(grant)) });
    }
    this.#temporary = this.#temporary.filter((grant) => !isGone(grant));
    return gone;
  }

  #store(kept: StoredGrants): void {
    this.#options.save(kept);
    this.#stored = kept;
  }

  #alive(grants: readonly Grant[]): readonly Grant[] {
    const nowMs = this.#options.now();
    return grants.filter((grant) => isAlive(grant, nowMs));
  }
}

/** A crash forgets fewer calls than this. */
const CALLS_PER_WRITE = 20;

/** The user's own commands and embedding programs are not pages that might go on for ever. */
function isCounted(grant: Grant): boolean {
  return 'origin' in grant && grant.grantedBy === 'extension';
}

function matching(subject: Subject, scope: string | undefined): (grant: Grant) => boolean {
  return (grant) => (scope === undefined || grant.scope === scope) && isOf(grant, subject);
}

function nameOf(subject: Subject): string {
  return 'agent' in subject ? 'This agent' : subject.origin;
}

function undecided({ subject, scope }: ScopeRequest): SallyportError {
  return new SallyportError('ERR_SCOPE_REQUIRED', `${nameOf(subject)} has no permission for ${scope}.`, {
    hint: `The user can allow it when asked, or with: sallyport grants allow ${commandOf(subject)} ${scope}`,
    data: { scope },
  });
}

function denied({ subject, scope }: ScopeRequest, grant: Grant): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user denied ${scope} to ${nameOf(subject)}.`, {
    hint: `Only the user can change that, with: sallyport grants revoke ${grant.id}`,
    data: { scope, grant: grant.id },
  });
}

function notListed(tool: string): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_ALLOWED', `${tool} is not among the tools that the user allowed.`, {
    hint: 'Ask the user for this tool too.',
  });
}

function commandOf(subject: Subject): string {
  return 'agent' in subject ? subject.agent : `${subject.origin} --profile ${subject.profileId}`;
}

function badExpiry(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'expiresAt must be a time in milliseconds since 1970.');
}

function tooMany(): SallyportError {
  return new SallyportError('ERR_RATE_LIMITED', 'There are too many grants.', {
    hint: 'Revoke some with "sallyport grants revoke".',
  });
}
