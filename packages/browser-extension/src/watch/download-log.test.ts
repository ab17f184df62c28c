import { expect, it } from 'vitest';
import { DownloadLog } from './download-log.ts';

it('downloads are numbered as they began, however late it is known whose they are', async () => {
  const log = new DownloadLog({ owners: { isSameOwner: () => false } });
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  log.noteIf(late, 1, 11, 'https://a.example');
  log.noteIf(Promise.reject(new Error('gone')), 1, 12, 'https://b.example');
  log.noteIf(Promise.resolve(false), 1, 13, 'https://c.example');
  log.noteIf(Promise.resolve(true), 1, 14, 'https://d.example');
  const settled = log.settled();
  await Promise.resolve();
  expect(log.list(1)).toEqual([]);
  resolve(true);
  await settled;
  expect(log.list(1).map(({ ref, id }) => [ref, id])).toEqual([
    ['d1', 11],
    ['d2', 14],
  ]);
});
