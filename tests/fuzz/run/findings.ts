// What was found: how it is kept in a file, and how files of earlier findings are read.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@sallyport/protocol';
import type { Json } from '../base/target.ts';

export interface Finding {
  readonly target: string;
  readonly problem: string;
  readonly input: Json;
  /** Where the input came from. */
  readonly seed?: number;
  readonly index?: number;
}

const corpusFolder = fileURLToPath(new URL('../corpus/', import.meta.url));

/** Writes the finding and returns the path. */
export function keepFinding(finding: Finding, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const json = JSON.stringify(finding, null, 2);
  const path = join(folder, `${finding.target}-${createHash('sha256').update(json).digest('hex').slice(0, 10)}.json`);
  writeFileSync(path, `${json}\n`);
  return path;
}

export function readFinding(path: string): Finding {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isRecord(value) || typeof value.target !== 'string' || value.input === undefined) {
    throw new Error(`${path} has no target and input.`);
  }
  return { target: value.target, problem: String(value.problem), input: value.input as Json };
}

/** What once failed for this target, and must not again. */
export function corpusOf(target: string): { readonly path: string; readonly finding: Finding }[] {
  const folder = join(corpusFolder, target);
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  return paths.map((path) => ({ path, finding: readFinding(path) }));
}

/** Two findings with the same line, but for numbers and quoted parts, have the same cause. */
export function causeOf(problem: string): string {
  return (problem.split('\n')[0] ?? '').replaceAll(/\d+/g, '#').slice(0, 80);
}
