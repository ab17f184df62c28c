// Authorise: which families of tools are on for an agent. They keep its tool list short; rules decide what it may do.
import { isOnDemand } from '@sallyport/protocol';

/** `name`, `-name` to leave one out, `all` or `-all`. A list of only `-name` starts with all families. */
export type Families = readonly string[];

/** Families in config.json, by agent name; `*` for all others. */
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

/** Parses the comma-separated list of a URL. Skips invalid names. */
export function parseFamilies(text: string): Families {
  return text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => WORD.test(word))
    .slice(0, MAX_WORDS);
}

/** A family on demand is switched on by its own name alone: `all` may be older than the family. */
export function isSwitchedOn(words: Families, family: string, appId?: string): boolean {
  return isOnDemand(family) ? saidOnDemand(words, family, appId) === true : isLeftOn(words, family, appId);
}

/** A word may also name an app, for all its families. The last matching word decides. */
function isLeftOn(words: Families, family: string, appId: string = family): boolean {
  let isOn = beginsWithAll(words);
  for (const word of words) {
    if (['all', family, appId].includes(word)) isOn = true;
    else if (['-all', `-${family}`, `-${appId}`].includes(word)) isOn = false;
  }
  return isOn;
}

/** What the words say of a family on demand: on, off, or nothing. A no to its app is a no to it too; a yes to its app says nothing. */
function saidOnDemand(words: Families, family: string, appId: string = family): boolean | undefined {
  // All families on demand are the browser's, whose other tools are its core.
  const around = ['all', appId, 'core'];
  let said: boolean | undefined;
  let isAppOff = false;
  for (const word of words) {
    const name = word.replace(/^-/, '');
    if (name === family) said = word === family;
    if (word === family || around.includes(word)) isAppOff = false;
    else if (around.includes(name)) isAppOff = true;
  }
  return isAppOff ? false : said;
}

/** The list with some families switched on or off; undefined when every family is on. */
export function switchFamilies(
  words: Families | undefined,
  names: readonly string[],
  isOn: boolean,
): Families | undefined {
  const others = (words ?? []).filter((word) => !names.includes(word.replace(/^-/, '')));
  const isImplied = words === undefined || beginsWithAll(words);
  if (isOn) {
    if (!isImplied) return [...others, ...names];
    const onDemand = names.filter(isOnDemand);
    if (onDemand.length > 0) return ['all', ...others, ...onDemand];
    return others.length === 0 ? undefined : others;
  }
  const isFromAll = isImplied || others.includes('all');
  // Of a family on demand silence does not refuse: its agent could ask.
  const left = [...others, ...names.filter((name) => isFromAll || isOnDemand(name)).map((name) => `-${name}`)];
  if (isImplied && left.length === 0) return undefined;
  // A list of only `-name` would begin with all.
  return !isFromAll && beginsWithAll(left) ? ['-all', ...left] : left;
}

/** The list for this agent in config.json. Only agents with a key have a name that counts there. */
export function configuredFor(families: ConfiguredFamilies, name: string | undefined): Families | undefined {
  return (name === undefined ? undefined : families[name]) ?? families[EVERYONE];
}

export interface FamilyCaller {
  readonly key?: string;
  readonly name?: string;
  /** Chosen by the user. */
  readonly families?: Families;
  /** From its URL; narrows the others. */
  readonly requestedFamilies?: Families;
}

/** `default`: a family on demand about which the user said nothing. */
export type SwitchedOffBy = 'agent' | 'config' | 'address' | 'default';

/** Undefined for a family that is on. */
export function switchedOffBy(
  caller: FamilyCaller,
  family: string,
  appId: string | undefined,
  configured: ConfiguredFamilies,
): SwitchedOffBy | undefined {
  const { families, requestedFamilies } = caller;
  const words = families ?? configuredFor(configured, caller.key === undefined ? undefined : caller.name);
  const said = isOnDemand(family)
    ? saidOnDemand(words ?? [], family, appId)
    : words === undefined || isLeftOn(words, family, appId);
  if (said === false) return families === undefined ? 'config' : 'agent';
  // Before `default`, which a yes of the user in the session outweighs: an address only narrows.
  if (requestedFamilies !== undefined && !isLeftOn(requestedFamilies, family, appId)) return 'address';
  return said === undefined ? 'default' : undefined;
}

/** `-all` begins with none. */
function beginsWithAll(words: Families): boolean {
  return words.length > 0 && words.every((word) => word.startsWith('-') && word !== '-all');
}
