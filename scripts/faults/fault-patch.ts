// A planted fault as a file: which promises it breaks, what is wrong, and the diff that breaks it.

export interface FaultPatch {
  /** The file's name without `.patch`. */
  readonly name: string;
  readonly promises: readonly string[];
  readonly fault: string;
}

/** Reads the header above the diff; `git apply` skips it by itself. Throws when a part is missing. */
export function parseFaultPatch(name: string, text: string): FaultPatch {
  const diffAt = text.search(/^diff --git /m);
  if (diffAt < 0) throw new Error(`tests/faults/${name}.patch has no "diff --git" line.`);
  const header = text.slice(0, diffAt);
  const promises = headerField(header, 'Promise').split(/\s+/).filter(Boolean);
  const fault = headerField(header, 'Fault');
  if (promises.length === 0) throw new Error(`tests/faults/${name}.patch has no "Promise: <id>…" line above its diff.`);
  if (fault === '') throw new Error(`tests/faults/${name}.patch has no "Fault: <sentence>" line above its diff.`);
  return { name, promises, fault };
}

/** The text after `Field:`, with the lines that continue it. */
function headerField(header: string, field: string): string {
  const [, value = ''] = new RegExp(`^${field}:((?:.*\\n?)(?:(?![A-Z]\\w*:).+\\n?)*)`, 'm').exec(header) ?? [];
  return value.trim().split(/\s+/).join(' ');
}

/** The files in which a place that the diff changes is no longer as it was, by one line around it. */
export function staleFiles(text: string, readFile: (path: string) => string | undefined): readonly string[] {
  const files = text.split(/^diff --git .*$/m).slice(1);
  return files.flatMap((diff) => {
    const path = /^--- a\/(.*)$/m.exec(diff)?.[1] ?? '';
    const code = readFile(path);
    const isThere = (hunk: string) => code?.includes(oldText(hunk)) === true;
    return diff
      .split(/^@@.*$/m)
      .slice(1)
      .every(isThere)
      ? []
      : [path];
  });
}

/** The changed lines of a hunk as they were before, with one line of context on each side. */
function oldText(hunk: string): string {
  const lines = hunk.split('\n').slice(1, hunk.endsWith('\n') ? -1 : undefined);
  const first = lines.findIndex((line) => /^[-+]/.test(line));
  const last = lines.findLastIndex((line) => /^[-+]/.test(line));
  const near = lines.slice(Math.max(first - 1, 0), last + 2).filter((line) => /^[- ]/.test(line));
  return near.map((line) => line.slice(1)).join('\n');
}

/** Those whose name contains one of `names`; all without names. Throws for a name that fits none. */
export function choosePatches(all: readonly string[], names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !all.some((each) => each.includes(name)));
  if (unknown.length > 0) throw new Error(`No patch in tests/faults has a name with ${unknown.join(', ')}.`);
  return names.length === 0 ? all : all.filter((each) => names.some((name) => each.includes(name)));
}

/** The part `i/n` of a list: every n-th item, so that neighbours of one package spread over the shards. */
export function shardOf<T>(items: readonly T[], shard: string | undefined): readonly T[] {
  if (shard === undefined) return items;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard) ?? [];
  const [index, count] = [Number(part), Number(parts)];
  if (!(index >= 1 && index <= count)) throw new Error(`--shard wants i/n with 1 ≤ i ≤ n, not "${shard}".`);
  return items.filter((_, at) => at % count === index - 1);
}
