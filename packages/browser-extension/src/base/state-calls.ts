// What the background asks a page about the data that its site has stored, and the answers.
export type StorageArea = 'local' | 'session';

export interface StoredItem {
  readonly key: string;
  readonly chars: number;
}

export interface StoredItems {
  readonly items: readonly StoredItem[];
  /** All of them, also those that are not listed. */
  readonly total: number;
}

export type StorageChange =
  | { readonly do: 'set'; readonly key: string; readonly value: string }
  | { readonly do: 'remove'; readonly key: string }
  | { readonly do: 'clear' };

export interface StateCalls {
  storedItems(args: { readonly area: StorageArea }): StoredItems;
  /** Null where there is no such item. */
  readStored(args: { readonly area: StorageArea; readonly key: string }): string | null;
  changeStored(args: { readonly area: StorageArea; readonly change: StorageChange }): null;
}
