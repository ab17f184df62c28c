// docs/benchmarks.md: each benchmark replaces its own section, between a pair of markers.

export const benchmarksPage = 'docs/benchmarks.md';

/** The section of that benchmark, or undefined where the markers are missing. */
export function readSection(page: string, benchName: string): string | undefined {
  const [start, end] = placeOf(page, benchName);
  return start === undefined ? undefined : page.slice(start, end).trim();
}

/** The page with the section of that benchmark replaced, or undefined where the markers are missing. */
export function replaceSection(page: string, benchName: string, section: string): string | undefined {
  const [start, end] = placeOf(page, benchName);
  return start === undefined ? undefined : `${page.slice(0, start)}\n${section.trim()}\n${page.slice(end)}`;
}

/** Where a section begins and ends, between its markers. */
function placeOf(page: string, benchName: string): readonly [number, number] | readonly [undefined, undefined] {
  const open = `<!-- bench:${benchName} -->`;
  const start = page.indexOf(open);
  const end = page.indexOf(`<!-- /bench:${benchName} -->`, start);
  return start === -1 || end === -1 ? [undefined, undefined] : [start + open.length, end];
}
