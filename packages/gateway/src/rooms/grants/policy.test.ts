import { expect, it } from 'vitest';
import { layOutRules } from './policy.ts';

it('a tool that no rule speaks of has none', () => {
  expect(layOutRules({})('browser/click')).toBeUndefined();
  expect(layOutRules({ 'files/*': 'deny' })('constructor')).toBeUndefined();
  expect(layOutRules({ 'browserx/*': 'deny' })('browser/click')).toBeUndefined();
});

it('the rule of a tool outweighs that of its app', () => {
  const ruleOn = layOutRules({ 'browser/*': 'deny', 'browser/tabs': 'allow', 'files/write': 'ask' });
  expect(['browser/click', 'browser/tabs', 'files/write', 'files/read'].map((tool) => ruleOn(tool))).toEqual([
    { rule: 'browser/*', verdict: 'deny' },
    { rule: 'browser/tabs', verdict: 'allow' },
    { rule: 'files/write', verdict: 'ask' },
    undefined,
  ]);
});
