import { expect, it } from 'vitest';
import { indexRules } from './policy.ts';

it('a tool that no rule speaks of has none', () => {
  expect(indexRules({})('browser/click')).toBeUndefined();
  expect(indexRules({ 'files/*': 'deny' })('constructor')).toBeUndefined();
  expect(indexRules({ 'browserx/*': 'deny' })('browser/click')).toBeUndefined();
});

it('the rule of a tool outweighs that of its app', () => {
  const findRule = indexRules({ 'browser/*': 'deny', 'browser/tabs': 'allow', 'files/write': 'ask' });
  expect(['browser/click', 'browser/tabs', 'files/write', 'files/read'].map((tool) => findRule(tool))).toEqual([
    { rule: 'browser/*', verdict: 'deny' },
    { rule: 'browser/tabs', verdict: 'allow' },
    { rule: 'files/write', verdict: 'ask' },
    undefined,
  ]);
});
