import { foreign, ours, SallyportError } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { siteOfEnd } from './site-of-end.ts';

const provenance = { serverId: 'browser', toolName: 't', callId: 'c', startedAt: '', durationMs: 1 };
const url = 'https://shop.example:8443/cart?token=secret#part';
const site = 'https://shop.example:8443';

it.each([
  ['the tab that a tool reports', { facts: { url }, parts: [ours('Clicked.')] }, site],
  ['who wrote what it quotes', { facts: { value: '1' }, parts: [ours('x'), foreign('1', site)] }, site],
  ['a scheme where there is no origin', { facts: { url: 'data:text/html,secret' }, parts: [] }, 'data:'],
  ['nothing in a list of tabs', { facts: { tabs: [{ url }] }, parts: [ours('2 tabs')] }, undefined],
  ['nothing where an address is none', { facts: { url: 'secret' }, parts: [] }, undefined],
  ['nothing of an older extension', { relayed: { content: [], url } }, undefined],
])('the site of a call is %s', (_, result, expected) => {
  expect(siteOfEnd({ ok: true, result, provenance })).toBe(expected);
});

it('a refused or failed call has the site that its error names', () => {
  const failed = (error: SallyportError) => siteOfEnd({ ok: false, error });
  expect(failed(new SallyportError('ERR_PERMISSION_DENIED', 'no', { data: { site } }))).toBe(site);
  expect(failed(new SallyportError('ERR_TOOL_FAILED', 'no', { foreign: [{ text: 'x', origin: site }] }))).toBe(site);
  expect(failed(new SallyportError('ERR_TOOL_TIMEOUT', 'late'))).toBeUndefined();
});
