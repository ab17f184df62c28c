// Which test files show a promise, and in which test project each of them runs.
import type { Citations, TestSource } from '../../tests/support/citations.ts';

export interface TestFile {
  readonly path: string;
  readonly project: string;
}

/** Cheapest first, so that most faults are caught without a browser or an editor. */
export const projectOrder = [
  'check',
  'gateway',
  'host',
  'conformance',
  'skeleton',
  'browser',
  'editor',
  'slow',
  'slow-editor',
] as const;

/**
 * The test files with tests that cite a promise, by project. A citation in a `*.suite.ts` counts for the test files that
 * import it. The slow projects come last, so that they are asked only for a fault that no other noticed.
 */
export function citingFiles(
  promise: string,
  { citations, sources, files }: { citations: Citations; sources: readonly TestSource[]; files: readonly TestFile[] },
): ReadonlyMap<string, readonly string[]> {
  const citing = new Set<string>();
  for (const [path, ids] of citations) {
    if (!ids.includes(promise)) continue;
    for (const file of path.endsWith('.suite.ts') ? importersOf(path, sources) : [path]) citing.add(file);
  }
  const chosen = files.filter(({ path }) => citing.has(path));
  const pathsIn = (wanted: string) => chosen.filter(({ project }) => project === wanted).map(({ path }) => path);
  const stages = projectOrder.map((project) => [project, pathsIn(project)] as const);
  return new Map(stages.filter(([, paths]) => paths.length > 0));
}

function importersOf(suite: string, sources: readonly TestSource[]): string[] {
  const name = suite.slice(suite.lastIndexOf('/') + 1);
  const importers = sources.filter(({ text }) => text.includes(`/${name}'`));
  return importers.flatMap(({ path }) => (path.endsWith('.suite.ts') ? importersOf(path, sources) : [path]));
}

/** The pattern for vitest's `-t` that fits titles which cite one of `promises`, see `verifies()`. */
export function titlePattern(promises: readonly string[]): string {
  return String.raw`\[(?:[^\]]+, )?(?:${promises.join('|')})(?:, [^\]]+)?\]`;
}
