// Every promise of the five seeds, as data: tests cite the ids, and the contract test says which are still pending.

import type { Area, Section } from './requirements/section.ts';
import { seed000 } from './requirements/seed-000.ts';
import { seed001 } from './requirements/seed-001.ts';
import { seed002Checks } from './requirements/seed-002-checks.ts';
import { seed002Flow } from './requirements/seed-002-flow.ts';
import { seed002Tools } from './requirements/seed-002-tools.ts';
import { seed003 } from './requirements/seed-003.ts';
import { seed004 } from './requirements/seed-004.ts';
import { seed004Service } from './requirements/seed-004-service.ts';

export type { Area } from './requirements/section.ts';

export const seedTitles = {
  '000': 'The Chrome native host',
  '001': 'The Firefox host and its socket',
  '002': 'The VS Code extension',
  '003': 'Chrome native messaging',
  '004': 'The MCP host',
} as const;

export type Seed = keyof typeof seedTitles;

/** One promise. `note` is there where ours differs from the seed, and says why. */
export type Requirement = {
  readonly id: string;
  readonly seed: Seed;
  readonly section: string;
  readonly behaviour: string;
  readonly area: Area;
  readonly note?: string;
};

const sections = {
  '000': seed000,
  '001': seed001,
  '002': [...seed002Flow, ...seed002Tools, ...seed002Checks],
  '003': seed003,
  '004': [...seed004, ...seed004Service],
} as const;

type KeyOf<T> = T extends unknown ? keyof T : never;

/** All ids as literals, so that a misspelt citation does not compile. */
export type RequirementId = KeyOf<(typeof sections)[Seed][number]['promises']>;

/** Areas whose promises must all be cited by a test; an area joins when its last promise is kept. */
export const finishedAreas: readonly Area[] = ['native-host', 'gateway', 'doors', 'browser', 'editor', 'pages'];

export const requirements: readonly Requirement[] = [
  ...flatten('000', sections['000']),
  ...flatten('001', sections['001']),
  ...flatten('002', sections['002']),
  ...flatten('003', sections['003']),
  ...flatten('004', sections['004']),
];

function flatten(seed: Seed, list: readonly Section[]): Requirement[] {
  return list.flatMap(({ section, area, promises }) =>
    Object.entries(promises).map(([id, promised]) => ({
      id,
      seed,
      section,
      area,
      ...(typeof promised === 'string' ? { behaviour: promised } : promised),
    })),
  );
}
