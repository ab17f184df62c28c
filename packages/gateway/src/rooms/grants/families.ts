// Authorise: which families of tools an agent has switched on. They keep its list short; what it may do is decided by rules.

/** `name`, or `-name` to leave one out; `all` for every family. A list of nothing but `-name` begins with all. */
export type Families = readonly string[];

/** Whose word on an agent's families counts: its own, the one that config.json has for it, or for all. */
export type ConfiguredFamilies = Readonly<Record<string, Families>>;

const WORD = /^-?[a-z0-9][a-z0-9_-]{0,63}$/;
const MAX_WORDS = 100;
const EVERYONE = '*';

export function isFamilies(value: unknown): value is Families {
  return (
    Array.isArray(value) &&
    value.length <= MAX_WORDS &&
    value.every((word) => typeof word === 'string' && WORD.test(word))
  );
}

/** As they stand in an address, with commas between them. What is no family switches nothing on. */
export function parseFamilies(text: string): Families {
  return text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => WORD.test(word))
    .slice(0, MAX_WORDS);
}

/** A word may also name an app, for all families of it. The last word on a family counts. */
export function isSwitchedOn(words: Families, family: string, appId: string = family): boolean {
  let isOn = beginsWithAll(words);
  for (const word of words) {
    if (['all', family, appId].includes(word)) isOn = true;
    else if ([`-${family}`, `-${appId}`].includes(word)) isOn = false;
  }
  return isOn;
}

/** The same families with some of them switched; undefined where every family is on. */
export function switchFamilies(
  words: Families | undefined,
  names: readonly string[],
  isOn: boolean,
): Families | undefined {
  const others = (words ?? []).filter((word) => !names.includes(word.replace(/^-/, '')));
  if (words !== undefined && !beginsWithAll(words)) return isOn ? [...others, ...names] : others;
  const left = isOn ? others : [...others, ...names.map((name) => `-${name}`)];
  return left.length === 0 ? undefined : left;
}

/** What config.json says for this agent; only one with a key has a name that means anything there. */
export function configuredFor(families: ConfiguredFamilies, name: string | undefined): Families | undefined {
  return (name === undefined ? undefined : families[name]) ?? families[EVERYONE];
}

/** An agent, as far as its families go. */
export interface FamilyCaller {
  readonly key?: string;
  readonly name?: string;
  /** What the user chose for it. */
  readonly families?: Families;
  /** What its address asks for, within that. */
  readonly requestedFamilies?: Families;
}

export type SwitchedOffBy = 'agent' | 'config' | 'address';

/** Undefined for a family that is on. */
export function switchedOffBy(
  caller: FamilyCaller,
  family: string,
  appId: string | undefined,
  configured: ConfiguredFamilies,
): SwitchedOffBy | undefined {
  const { families, requestedFamilies } = caller;
  const words = families ?? configuredFor(configured, caller.key === undefined ? undefined : caller.name);
  if (words !== undefined && !isSwitchedOn(words, family, appId)) return families === undefined ? 'config' : 'agent';
  return requestedFamilies === undefined || isSwitchedOn(requestedFamilies, family, appId) ? undefined : 'address';
}

function beginsWithAll(words: Families): boolean {
  return words.length > 0 && words.every((word) => word.startsWith('-'));
}
