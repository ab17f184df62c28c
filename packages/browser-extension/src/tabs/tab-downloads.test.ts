import { systemClock } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { type TabDownloadsOptions, tabDownloads } from './tab-downloads.ts';

const bank = 'https://bank.example';

it('a file that a page with a secret had another site make is neither named nor given', async () => {
  const url = 'https://files.example/out.txt?pin=planted';
  const item = { id: 3, url, finalUrl: url, filename: '/home/ada/planted.txt', state: 'complete', fileSize: 4 };
  const own = tabDownloads({
    api: { downloads: { search: async () => [{ ...item, startTime: '2026-01-01T00:00:00Z' }] } },
    traffic: { downloads: { settled: async () => {}, list: () => [{ ref: 'd1', id: 3, pageSite: bank }] } },
    secretSites: { isMarked: (site: string) => site === bank },
    ...{ clock: systemClock, mayRead: (site: string) => site !== bank, signal: new AbortController().signal, tabId: 7 },
    // Only what it uses.
  } as unknown as TabDownloadsOptions);
  expect(await own.list()).toMatchObject([{ id: 'd1', path: '', url: 'https://files.example/' }]);
  await expect(own.file('d1')).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED', data: { site: bank } });
});
