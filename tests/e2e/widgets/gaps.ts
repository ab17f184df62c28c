// What the zoo has that our tools do not do yet, by driver: a task and the reason. A task that begins to pass turns red.
import type { Hands } from '../browser/differences.ts';

type Gaps = ReadonlyMap<string, string>;

/** Every task is solved with every driver. */
export const gaps: Readonly<Record<Hands, Gaps>> = { chromium: new Map(), quiet: new Map(), firefox: new Map() };
