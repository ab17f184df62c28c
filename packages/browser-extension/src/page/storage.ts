// What the site of this document has stored: local and session storage.
import { limits } from '@sallyport/protocol';
import type { StateCalls, StorageArea, StoredValue } from '../base/state-calls.ts';
import { failed } from './page-error.ts';
import { siteHere } from './site.ts';

export const storedItems: StateCalls['storedItems'] = ({ site, area }) => {
  const store = storeOf(site, area);
  const keys = keysOf(store);
  const items = keys.slice(0, limits.page.storedItemsMax).map((key) => ({
    key: shortened(key),
    chars: store.getItem(key)?.length ?? 0,
  }));
  return { items, total: keys.length };
};

export const readStored: StateCalls['readStored'] = ({ site, area, key }) => storeOf(site, area).getItem(key);

export const readAllStored: StateCalls['readAllStored'] = ({ site }) => {
  const store = storeOf(site, 'local');
  return keysOf(store).map((name) => ({ name, value: store.getItem(name) ?? '' }));
};

export const changeStored: StateCalls['changeStored'] = ({ site, area, change }) => {
  const store = storeOf(site, area);
  if (change.do === 'clear') store.clear();
  if (change.do === 'remove') store.removeItem(change.key);
  if (change.do === 'set') setAll(store, change.items);
  return null;
};

function keysOf(store: Storage): string[] {
  return Array.from({ length: store.length }, (_, at) => store.key(at) ?? '').sort();
}

function shortened(key: string): string {
  const max = limits.page.storedNameChars;
  return key.length <= max ? key : `${key.slice(0, max)}…`;
}

function setAll(store: Storage, items: readonly StoredValue[]): void {
  for (const [at, { name, value }] of items.entries()) {
    try {
      store.setItem(name, value);
    } catch {
      const done = at === 0 ? '' : ` Of ${items.length} items, the first ${at} are stored.`;
      throw failed(`The site may store no more.${done}`, 'Remove something first.');
    }
  }
}

/** Documents without an origin of their own have none, and users can forbid it. */
function storeOf(site: string, area: StorageArea): Storage {
  if (siteHere() !== site) throw failed('The tab went to another site in the meantime.', 'Take a snapshot to see it.');
  try {
    return area === 'local' ? localStorage : sessionStorage;
  } catch {
    throw failed('This page cannot store anything.', 'Navigate to a page of the site that is not sandboxed.');
  }
}
