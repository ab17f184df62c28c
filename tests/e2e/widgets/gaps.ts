// What the zoo has that our tools do not do yet, by driver: a task and the reason. A task that begins to pass turns red.
import type { Hands } from '../browser/differences.ts';

type Gaps = ReadonlyMap<string, string>;

const unmatched = 'no reply has a ref for "Fern": the tree looks for its item with :focus, which matches nothing.';

/** Through the debugger, every task is solved. */
const chromium: Gaps = new Map();

/** The agents' window is shown and has no focus, and browsers tell pages so. */
const quiet: Gaps = new Map([['shoelace tree', unmatched]]);

const firefox: Gaps = new Map([['shoelace tree', unmatched]]);

export const gaps: Readonly<Record<Hands, Gaps>> = { chromium, quiet, firefox };
