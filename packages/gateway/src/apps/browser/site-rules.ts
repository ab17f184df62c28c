// The user's decisions about sites, which each browser keeps itself: listed and removed for the command line.
import { type JsonObject, recordsIn } from '@sallyport/protocol';
import type { BrowserApp } from './browser-app.ts';

type Decision = 'allow' | 'deny';

/** What an agent may do on a site. */
export interface SiteRule {
  readonly id: string;
  /** The browser profile that keeps it. */
  readonly profile: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly site: string;
  readonly read?: Decision;
  readonly act?: Decision;
  /** Cookies and stored data. */
  readonly readState?: Decision;
  readonly changeState?: Decision;
  /** Milliseconds since 1970; missing for a permanent one. */
  readonly expiresAt?: number;
}

export interface SiteRules {
  /** Those of the connected browsers. */
  list(): Promise<readonly SiteRule[]>;
  /** Returns those that are gone. */
  remove(rules: readonly SiteRule[]): Promise<readonly SiteRule[]>;
}

export function siteRulesOf(browser: Pick<BrowserApp, 'askAll'>): SiteRules {
  return {
    async list() {
      const answers = await browser.askAll('list_site_rules', {});
      return answers.flatMap(({ profile, answer }) => recordsIn(answer.rules).flatMap((rule) => parse(rule, profile)));
    },
    async remove(rules) {
      if (rules.length === 0) return [];
      const answers = await browser.askAll('remove_site_rules', { rules: rules.map(({ id }) => id) });
      const gone = new Set(answers.flatMap(({ answer }) => (Array.isArray(answer.removed) ? answer.removed : [])));
      return rules.filter(({ id }) => gone.has(id));
    },
  };
}

function parse(value: JsonObject, profile: string): SiteRule[] {
  const { id, agentId, agentName, site, endsAt } = value;
  if (typeof id !== 'string' || typeof site !== 'string') return [];
  if (typeof agentId !== 'string' || typeof agentName !== 'string') return [];
  return [
    {
      id,
      profile,
      agentId,
      agentName,
      site,
      ...Object.fromEntries(rights.flatMap((right) => (isDecision(value[right]) ? [[right, value[right]]] : []))),
      ...(typeof endsAt === 'number' ? { expiresAt: endsAt } : {}),
    },
  ];
}

/** Those that a rule can be about, the widest first. */
export const rights = ['changeState', 'readState', 'act', 'read'] as const;

function isDecision(value: unknown): value is Decision {
  return value === 'allow' || value === 'deny';
}
