// The README's performance sections are written by the benchmarks, each between its own pair of markers.

/** The text with the section of that benchmark replaced, or undefined where the markers are missing. */
export function replaceSection(readme: string, benchName: string, section: string): string | undefined {
  const open = `<!-- bench:${benchName} -->`;
  const close = `<!-- /bench:${benchName} -->`;
  const start = readme.indexOf(open);
  const end = readme.indexOf(close, start);
  if (start === -1 || end === -1) return undefined;
  return `${readme.slice(0, start + open.length)}\n${section.trim()}\n${readme.slice(end)}`;
}
