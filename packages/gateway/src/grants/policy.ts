// Authorise: the user's rules in config.json, which hold for every caller.

export type Verdict = 'allow' | 'ask' | 'deny';

/** Keys are `app/tool`, or `app/*` for all tools of an app. */
export type PolicyRules = Readonly<Record<string, Verdict>>;

export interface Ruled {
  readonly rule: string;
  readonly verdict: Verdict;
}

/** The rule that speaks on a tool, if any; that of the tool itself outweighs that of its app. */
export function ruleOn(rules: PolicyRules, tool: string): Ruled | undefined {
  const rule = [tool, `${tool.slice(0, tool.indexOf('/'))}/*`].find((key) => Object.hasOwn(rules, key));
  const verdict = rule === undefined ? undefined : rules[rule];
  return rule === undefined || verdict === undefined ? undefined : { rule, verdict };
}
