import { expect, it } from 'vitest';
import { ruleOn } from './policy.ts';

it('a tool that no rule speaks of has none', () => {
  expect(ruleOn({}, 'browser/click')).toBeUndefined();
  expect(ruleOn({ 'browserx/*': 'deny' }, 'browser/click')).toBeUndefined();
});

it('the rule of a tool outweighs that of its app', () => {
  const rules = { 'browser/*': 'deny', 'browser/tabs': 'allow', 'files/write': 'ask' } as const;
  expect(['browser/click', 'browser/tabs', 'files/write', 'files/read'].map((tool) => ruleOn(rules, tool))).toEqual([
    { rule: 'browser/*', verdict: 'deny' },
    { rule: 'browser/tabs', verdict: 'allow' },
    { rule: 'files/write', verdict: 'ask' },
    undefined,
  ]);
});
