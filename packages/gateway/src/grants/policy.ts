// Authorise: which tools an agent may see and call, as the user's config says.
import { SallyportError } from '@sallyport/protocol';

type Verdict = 'allow' | 'deny';

/** Keys are `app/tool`, or `app/*` for all tools of an app. */
export type PolicyRules = Readonly<Record<string, Verdict>>;

export interface Policy {
  /** Enforced at list and at call alike. */
  isAllowed(tool: string): boolean;
  /** Throws ERR_PERMISSION_DENIED and names the rule that decided. */
  authorise(tool: string): void;
}

/** Without a rule the answer is yes: browser and editor guard themselves, and the client already asks for the rest. */
export function createPolicy(rules: PolicyRules): Policy {
  const ruleOf = (tool: string) =>
    [tool, `${tool.slice(0, tool.indexOf('/'))}/*`].find((key) => Object.hasOwn(rules, key));
  const denialOf = (tool: string) => {
    const rule = ruleOf(tool);
    return rule !== undefined && rules[rule] === 'deny' ? rule : undefined;
  };
  return {
    isAllowed: (tool) => denialOf(tool) === undefined,
    authorise(tool) {
      const rule = denialOf(tool);
      if (rule === undefined) return;
      throw new SallyportError('ERR_PERMISSION_DENIED', `The user's policy does not allow ${tool}.`, {
        hint: `The rule "${rule}" under "policy" in config.json decides; only the user can change it.`,
        data: { rule },
      });
    },
  };
}
