// docs/benchmarks.md: each benchmark replaces its own section, between a pair of markers.

export const benchmarksPage = 'docs/benchmarks.md';

/** The page with the section of that benchmark replaced, or undefined where the markers are missing. */
export function replaceSection(page: string, benchName: string, section: string): string | undefined {
  const open = `<!-- bench:${benchName} -->`;
  const close = `<!-- /bench:${benchName} -->`;
  const start = page.indexOf(open);
  const end = page.indexOf(close, start);
  if (start === -1 || end === -1) return undefined;
  return `${page.slice(0, start + open.length)}\n${section.trim()}\n${page.slice(end)}`;
}
