// When the page side comes into a page before anybody calls it.
import { expect, it } from 'vitest';
import { files } from '../base/manifest.ts';
import type { BrowserApi } from '../base/platform.ts';
import { injectEarly } from './page-side.ts';

type Committed = (details: { readonly tabId: number; readonly frameId: number }) => void;

it('comes in with a new page of an agent’s tab, and into no other document', async () => {
  const injected: unknown[] = [];
  let commit: Committed = () => {};
  const api = {
    webNavigation: { onCommitted: { addListener: (listener: Committed) => (commit = listener) } },
    scripting: {
      executeScript: async (injection: object) => {
        injected.push(injection);
        throw new Error('The tab was closed.');
      },
    },
  } as unknown as BrowserApi;
  injectEarly(api, (tabId) => tabId === 1);
  commit({ tabId: 2, frameId: 0 });
  commit({ tabId: 1, frameId: 7 });
  commit({ tabId: 1, frameId: 0 });
  await Promise.resolve();
  const target = { tabId: 1, frameIds: [0] };
  expect(injected).toEqual([{ target, files: [files.page], injectImmediately: true }]);
});
