// Authorise: which families of tools are on for an agent. They keep its tool list short; rules decide what it may do.
import { isOnDemand } from '@sallyport/protocol';

/** `name`, `-name` to leave one out, or `all`. A list of only `-name` starts with all families. */
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
  if (!isOnDemand(family)) return isLeftOn(words, family, appId);
  return words.findLast((word) => word === family || word === `-${family}`) === family;
}

/** A word may also name an app, for all its families. The last matching word decides. */
function isLeftOn(words: Families, family: string, appId: string = family): boolean {
  let isOn = beginsWithAll(words);
  for (const word of words) {
    if (['all', family, appId].includes(word)) isOn = true;
    else if ([`-${family}`, `-${appId}`].includes(word)) isOn = false;
  }
  return isOn;
}

/** The list with some families switched on or off; undefined when every family is on. */
export function switchFamilies(
  words: Families | undefined,
  names: readonly string[],
  isOn: boolean,
): Families | undefined {
  const others = (words ?? []).filter((word) => !names.includes(word.replace(/^-/, '')));
  if (words !== undefined && !beginsWithAll(words)) return isOn ? [...others, ...names] : others;
  const onDemand = isOn ? names.filter(isOnDemand) : [];
  if (onDemand.length > 0) return ['all', ...others, ...onDemand];
  const left = isOn ? others : [...others, ...names.map((name) => `-${name}`)];
  return left.length === 0 ? undefined : left;
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
  const isOn = words === undefined ? !isOnDemand(family) : isSwitchedOn(words, family, appId);
  if (!isOn) {
    if (isOnDemand(family) && words?.includes(`-${family}`) !== true) return 'default';
    return families === undefined ? 'config' : 'agent';
  }
  return requestedFamilies === undefined || isLeftOn(requestedFamilies, family, appId) ? undefined : 'address';
}

function beginsWithAll(words: Families): boolean {
  return words.length > 0 && words.every((word) => word.startsWith('-'));
}
