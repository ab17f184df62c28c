// sallyport agents families: shows or changes which families (groups of tools) an agent is offered.
import {
  configuredFor,
  type Families,
  isFamilies,
  isSwitchedOn,
  parseConfig,
  switchFamilies,
} from '@sallyport/gateway';
import { configFileOf, type Machine, readIfPresent } from '@sallyport/native-host/run-directory';
import { isOnDemand, numberFrom, recordsIn, SallyportError } from '@sallyport/protocol';
import type { CommandFrame } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { openAgentStore } from './agent-store.ts';

export interface FamilyFlags {
  readonly on?: readonly string[];
  readonly off?: readonly string[];
  readonly only?: readonly string[];
  readonly reset?: true;
}

export async function runFamilies(name: string, flags: FamilyFlags, frame: CommandFrame): Promise<void> {
  const { output, ...context } = frame;
  const store = openAgentStore(context);
  const before = store.named(name);
  const configured = configuredFor(readFamilies(context.machine), before.name);
  const chosen = changedFamilies(flags, before.families, configured);
  if (chosen !== undefined) {
    store.setFamilies(name, chosen.families);
    // A running gateway notifies its agents; a later one reads the store.
    await withRunningGateway(context, (control) => control.request('agents.changed'));
  }
  const words = (chosen === undefined ? before.families : chosen.families) ?? configured;
  const known = await familiesNow(frame);
  for (const name of unknownNames(flags, known)) output.note(`Note: no current tool is in the family "${name}".`);
  const families = known.map(({ family, apps, tools, tokens }) => {
    const isOn = words === undefined ? !isOnDemand(family) : apps.some((app) => isSwitchedOn(words, family, app));
    return { family, tools, tokens, isOn };
  });
  output.result({ agent: before.name, words: words ?? ['all'], families }, () =>
    describe(before.name, words, families),
  );
}

/** Still accepted, since their server may be down, but most likely misspelled. */
function unknownNames({ on = [], off = [], only = [] }: FamilyFlags, known: readonly KnownFamily[]): readonly string[] {
  if (known.length === 0) return [];
  const names = ['all', ...known.flatMap(({ family, apps }) => [family, ...apps])];
  return [...on, ...off, ...only].filter((name) => !names.includes(name));
}

/** Undefined when no option asks for a change. */
function changedFamilies(
  { on, off, only, reset }: FamilyFlags,
  own: Families | undefined,
  configured: Families | undefined,
): { readonly families: Families | undefined } | undefined {
  const named = [on, off, only].filter((names) => names !== undefined);
  if (named.length === 0 && reset === undefined) return undefined;
  if (reset === true || only !== undefined) {
    if (named.length + (reset === true ? 1 : 0) > 1)
      throw invalidFamilies('--only and --reset cannot be combined with other options.');
    return { families: only === undefined ? undefined : checked(only) };
  }
  const withAdded = on === undefined ? (own ?? configured) : switchFamilies(own ?? configured, checked(on), true);
  const families = off === undefined ? withAdded : switchFamilies(withAdded, checked(off), false);
  // Undefined would mean what config.json says, which may be less.
  return { families: families ?? ['all'] };
}

function checked(names: readonly string[]): readonly string[] {
  if (isFamilies(names) && names.every((name) => !name.startsWith('-'))) return names;
  throw invalidFamilies('A family name has only lower-case letters, digits, - and _.');
}

function invalidFamilies(message: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', message, {
    hint: 'Run "sallyport agents families --help" for usage.',
  });
}

function readFamilies(machine: Machine) {
  const path = configFileOf(machine);
  return parseConfig(readIfPresent(path), path).families;
}

interface KnownFamily {
  readonly family: string;
  readonly apps: readonly string[];
  readonly tools: number;
  /** About what its tools cost an agent. */
  readonly tokens: number;
}

type ShownFamily = Omit<KnownFamily, 'apps'> & { readonly isOn: boolean };

/** Families of the current tools; empty without a running gateway. */
async function familiesNow(context: CommandFrame): Promise<readonly KnownFamily[]> {
  const answer = await withRunningGateway(context, (control) => control.request('tools.list'));
  const known = new Map<string, { apps: Set<string>; tools: number; tokens: number }>();
  for (const tool of recordsIn(answer?.tools)) {
    const family = known.get(String(tool.family)) ?? { apps: new Set(), tools: 0, tokens: 0 };
    family.apps.add(String(tool.name).split('/', 1)[0] ?? '');
    const tokens = family.tokens + numberFrom(tool.tokens);
    known.set(String(tool.family), { ...family, tools: family.tools + 1, tokens });
  }
  return [...known]
    .map(([family, { apps, ...sums }]) => ({ family, apps: [...apps], ...sums }))
    .sort((a, b) => (a.family < b.family ? -1 : 1));
}

function describe(name: string, words: Families | undefined, families: readonly ShownFamily[]): string {
  const width = Math.max(0, ...families.map(({ family }) => family.length));
  const rows = families.map(
    ({ family, tools, tokens, isOn }) =>
      `  ${family.padEnd(width)}  ${isOn ? 'on ' : 'off'}  ${tools === 1 ? '1 tool' : `${tools} tools`}, about ${tokens} tokens`,
  );
  const shown = words === undefined ? 'all families' : words.length === 0 ? 'no families' : words.join(', ');
  return [
    `${name} is offered: ${shown}`,
    ...(rows.length === 0 ? ['  The list of families is known only while a gateway runs.'] : rows),
  ].join('\n');
}
