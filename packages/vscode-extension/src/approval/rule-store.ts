// Keeps remembered rules: in memory, in the workspace state or in the user's state.
import type { Memento } from 'vscode';
import type { RuleScope, RuleStore } from './command-approval.ts';
import { type CommandRule, parseRules } from './rules.ts';

const KEY = 'sallyport.commandRules';
/** The oldest are dropped. */
const MAX_RULES = 200;

export function createRuleStore(states: { readonly project: Memento; readonly global: Memento }): RuleStore {
  let session: readonly CommandRule[] = [];
  const stateOf = (scope: Exclude<RuleScope, 'session'>) => states[scope];
  return {
    list: () => [...session, ...parseRules(states.project.get(KEY)), ...parseRules(states.global.get(KEY))],
    async add(scope, rule) {
      if (scope === 'session') session = [...session, rule].slice(-MAX_RULES);
      else await stateOf(scope).update(KEY, [...parseRules(stateOf(scope).get(KEY)), rule].slice(-MAX_RULES));
    },
    async forget() {
      session = [];
      await states.project.update(KEY, undefined);
      await states.global.update(KEY, undefined);
    },
  };
}
