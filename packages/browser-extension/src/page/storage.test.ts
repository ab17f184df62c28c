import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeStored, readAllStored } from './storage.ts';

const site = 'https://shop.example';

/** The stores of a document, which take as many items as they may. */
function openDocument(itemsMax: number): void {
  const kept = new Map<string, string>();
  const setItem = (key: string, value: string) => {
    if (kept.size >= itemsMax) throw new Error('QuotaExceededError');
    kept.set(key, value);
  };
  vi.stubGlobal('window', { origin: site });
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem,
  });
}

const set = (...names: string[]) =>
  changeStored({
    site,
    area: 'local',
    change: { do: 'set', items: names.map((name) => ({ name, value: name.toUpperCase() })) },
  });

describe('what a document stores', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is kept in order, and read back', () => {
    openDocument(2);
    set('b', 'a');
    expect(readAllStored({ site })).toEqual([
      { name: 'a', value: 'A' },
      { name: 'b', value: 'B' },
    ]);
  });

  it('is told as far as it went where the site may store no more', () => {
    openDocument(2);
    expect(() => set('a', 'b', 'c')).toThrow('The site may store no more. Of 3 items, the first 2 are stored.');
    expect(readAllStored({ site })).toHaveLength(2);
    expect(() => set('d')).toThrow(/^The site may store no more\.$/);
  });
});
