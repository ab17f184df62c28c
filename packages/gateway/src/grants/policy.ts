// Authorise: the user's rules in config.json, which hold for every caller.

export type Verdict = 'allow' | 'ask' | 'deny';

/** Keys are `app/tool`, or `app/*` for all tools of an app. */
export type PolicyRules = Readonly<Record<string, Verdict>>;

export interface Ruled {
  readonly rule: string;
  readonly verdict: Verdict;
}

/** The rule that speaks on a tool, if any; that of the tool itself outweighs that of its app. */
export type RuleOn = (tool: string) => Ruled | undefined;

/** Asked for each tool of each list, so the rules are laid out once. */
export function layOutRules(rules: PolicyRules): RuleOn {
  const byKey = new Map(Object.entries(rules).map(([rule, verdict]) => [rule, { rule, verdict }]));
  if (byKey.size === 0) return () => undefined;
  return (tool) => byKey.get(tool) ?? byKey.get(`${tool.slice(0, tool.indexOf('/'))}/*`);
}
