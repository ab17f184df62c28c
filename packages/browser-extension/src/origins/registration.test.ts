import { expect, it, vi } from 'vitest';
import { createRegistration, matchesFor } from './registration.ts';

it('no page sees window.agent when it is off, chosen hosts in "ask", and all secure ones when it is on', () => {
  const chosen = ['https://b.example:8443', 'https://b.example', 'http://localhost:3000'];
  expect(matchesFor('off', chosen)).toEqual([]);
  expect(matchesFor('ask', chosen)).toEqual(['http://localhost/*', 'https://b.example/*']);
  expect(matchesFor('ask', [])).toEqual([]);
  expect(matchesFor('on', [])).toContain('https://*/*');
  expect(matchesFor('on', [])).not.toContain('http://*/*');
});

it('the browser is told of changes alone, one after the other', async () => {
  let registered: { readonly id: string }[] = [];
  const told: string[] = [];
  const api = {
    scripting: {
      getRegisteredContentScripts: async () => registered,
      unregisterContentScripts: async () => {
        told.push('unregister');
        registered = [];
      },
      registerContentScripts: async (scripts: typeof registered) => {
        told.push(scripts.map(({ id }) => id).join());
        registered = scripts;
      },
    },
  };
  const registration = createRegistration(api as never, (fault) => expect.unreachable(String(fault)));
  registration.update('on', []);
  registration.update('on', ['https://a.example']);
  registration.update('off', []);
  await vi.waitFor(() => expect(told).toEqual(['web-relay,web-api,install-links', 'unregister']));
});
