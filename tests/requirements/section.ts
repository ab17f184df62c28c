// The form in which the files of this folder write down what a seed promises.

/** The part of the product that owes a promise. */
export type Area = 'native-host' | 'browser' | 'gateway' | 'doors' | 'editor' | 'pages';

/** A promise as one testable sentence; `note` says how it differs from the seed, and why. */
type Promised = string | { readonly behaviour: string; readonly note: string };

/** Promises of one section of a seed that one area owes, by id. */
export type Section = {
  readonly section: string;
  readonly area: Area;
  readonly promises: Readonly<Record<`S${0 | 1 | 2 | 3 | 4}-${string}`, Promised>>;
};
