// Why something was allowed: by a grant, a rule of config.json, the user's consent just now, or by default.

export type Reason =
  | { readonly by: 'grant'; readonly grantId: string }
  | { readonly by: 'rule'; readonly rule: string }
  | { readonly by: 'consent' | 'default' };

/** As the journal has it. */
export function reasonText(reason: Reason): string {
  if (reason.by === 'grant') return `grant ${reason.grantId}`;
  return reason.by === 'rule' ? `rule ${reason.rule}` : reason.by;
}
