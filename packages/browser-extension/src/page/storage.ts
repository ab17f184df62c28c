// What the site of this document has stored: local and session storage.
import { limits } from '@sallyport/protocol';
import type { StateCalls, StorageArea } from '../base/state-calls.ts';
import { failed } from './page-error.ts';

export const storedItems: StateCalls['storedItems'] = ({ area }) => {
  const store = storeOf(area);
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '').sort();
  const items = keys.slice(0, limits.page.storedItemsMax).map((key) => ({
    key: key.slice(0, limits.page.storedKeyMaxChars),
    chars: store.getItem(key)?.length ?? 0,
  }));
  return { items, total: keys.length };
};

export const readStored: StateCalls['readStored'] = ({ area, key }) => storeOf(area).getItem(key);

export const changeStored: StateCalls['changeStored'] = ({ area, change }) => {
  const store = storeOf(area);
  if (change.do === 'clear') store.clear();
  if (change.do === 'remove') store.removeItem(change.key);
  if (change.do === 'set') setIn(store, change.key, change.value);
  return null;
};

function setIn(store: Storage, key: string, value: string): void {
  try {
    store.setItem(key, value);
  } catch {
    throw failed('The site may store no more.', 'Remove something first.');
  }
}

/** Documents without an origin of their own have none, and users can forbid it. */
function storeOf(area: StorageArea): Storage {
  try {
    return area === 'local' ? localStorage : sessionStorage;
  } catch {
    throw failed('This page cannot store anything.', 'Navigate to a page of the site that is not sandboxed.');
  }
}
