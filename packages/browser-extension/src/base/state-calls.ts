// What the background asks a page about the data that its site has stored, and the answers.
export type StorageArea = 'local' | 'session';

/** The site that the user's answer is for: a document of another one does nothing. */
interface OfSite {
  readonly site: string;
}

export interface StoredItem {
  /** Its beginning, of a long one. */
  readonly key: string;
  readonly chars: number;
}

export interface StoredItems {
  readonly items: readonly StoredItem[];
  /** All of them, also those that are not listed. */
  readonly total: number;
}

export interface StoredValue {
  readonly name: string;
  readonly value: string;
}

export type StorageChange =
  | { readonly do: 'set'; readonly items: readonly StoredValue[] }
  | { readonly do: 'remove'; readonly key: string }
  | { readonly do: 'clear' };

export interface StateCalls {
  storedItems(args: OfSite & { readonly area: StorageArea }): StoredItems;
  /** Null where there is no such item. */
  readStored(args: OfSite & { readonly area: StorageArea; readonly key: string }): string | null;
  /** All of local storage. */
  readAllStored(args: OfSite): readonly StoredValue[];
  changeStored(args: OfSite & { readonly area: StorageArea; readonly change: StorageChange }): null;
}
