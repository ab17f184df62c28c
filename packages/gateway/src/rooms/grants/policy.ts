// Authorise: the user's rules in config.json, which apply to every caller.

export type Verdict = 'allow' | 'ask' | 'deny';

/** Keys are `app/tool`, or `app/*` for all tools of an app. */
export type PolicyRules = Readonly<Record<string, Verdict>>;

export interface RuleMatch {
  readonly rule: string;
  readonly verdict: Verdict;
}

/** The rule for a tool, if any; a rule for the tool itself wins over one for its app. */
export type FindRule = (tool: string, appId?: string) => RuleMatch | undefined;

/** Lists ask this for every tool, so the rules are indexed once. */
export function indexRules(rules: PolicyRules): FindRule {
  const byTool = new Map<string, RuleMatch>();
  const byApp = new Map<string, RuleMatch>();
  for (const [rule, verdict] of Object.entries(rules)) {
    if (rule.endsWith('/*')) byApp.set(rule.slice(0, -2), { rule, verdict });
    else byTool.set(rule, { rule, verdict });
  }
  return (tool, appId = tool.slice(0, tool.indexOf('/'))) => byTool.get(tool) ?? byApp.get(appId);
}
