import { expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { createPolicy } from './policy.ts';

it('allows what no rule speaks of', () => {
  expect(createPolicy({}).isAllowed('browser/click')).toBe(true);
});

it('the rule of a tool outweighs that of its app', () => {
  const policy = createPolicy({ 'browser/*': 'deny', 'browser/tabs': 'allow', 'files/write': 'deny' });
  const tools = ['browser/click', 'browser/tabs', 'files/write', 'files/read', 'browserx/click'];
  expect(tools.filter((tool) => policy.isAllowed(tool))).toEqual(['browser/tabs', 'files/read', 'browserx/click']);
});

it(verifies('a denied call hears which rule decided', 'S4-err-permission-denied'), () => {
  const policy = createPolicy({ 'browser/*': 'deny' });
  expect(() => policy.authorise('browser/click')).toThrow(
    expect.objectContaining({ code: 'ERR_PERMISSION_DENIED', data: { rule: 'browser/*' } }),
  );
  expect(() => policy.authorise('files/read')).not.toThrow();
});

it('names of objects are no rules', () => {
  expect(createPolicy({}).isAllowed('constructor')).toBe(true);
});
