import { expect, it } from 'vitest';
import { SecretSites } from '../guard/secrets/secret-sites.ts';
import { redacted, type TabScope } from './tab-scope.ts';

const secret = { name: 'bank', text: 'correct-horse-7', isCode: false, tabId: 1 };

it('an address that is cut is searched for secrets as a whole, at every site', async () => {
  const store = { read: async () => undefined, write: async () => {} };
  const secretSites = new SecretSites({ store, clock: { now: () => 0 }, onShown: () => {} });
  await secretSites.take('https://bank.example', secret);
  // Only what it uses.
  const scope = { access: { allows: () => true }, secretSites } as unknown as TabScope;
  const facts = (filler: number) => ({
    ...{ tabId: 1, title: '' },
    url: `https://other.example/?q=${'a'.repeat(filler)}&pin=${secret.text}`,
  });
  // The reply has all of this one, and is searched itself.
  expect(redacted(scope, facts(10)).url).toContain('pin=');
  expect(() => redacted(scope, facts(3_960))).toThrow('closed to agents until it is restarted');
});
