import { expect, it } from 'vitest';
import { tabIcon } from './tab-icon.ts';

const origin = 'https://a.example';

it.each([
  ['https://a.example/icon.png', true],
  ['data:image/png;base64,AAAA', true],
  ['https://b.example/icon.png', false],
  ['http://a.example/icon.png', false],
  ['data:image/svg+xml,<svg/>', false],
  ['data:text/html,x', false],
  ['javascript:alert(1)', false],
  ['chrome://settings/icon.png', false],
  [`data:image/png;base64,${'A'.repeat(50_000)}`, false],
  ['', false],
  [undefined, false],
])('%s is shown: %j', (address, isShown) => {
  expect(tabIcon(address, origin)).toBe(isShown ? address : undefined);
});
