// The licences of what is bundled from other packages, as their terms require.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The package folder of an input, the innermost one. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

export function licensesOf(root: string, metafiles: readonly Metafile[]): string {
  const inputs = metafiles.flatMap(({ inputs: read }) => Object.keys(read));
  const folders = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[1] ?? []));
  return [...folders]
    .sort()
    .map((folder) => licenseOf(join(root, folder)))
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** Throws for a package without a licence: it must not be shipped unnoticed. */
function licenseOf(folder: string): string {
  // After a parse.
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const file = existsSync(folder)
    ? readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry))
    : undefined;
  if (typeof license !== 'string') throw new Error(`${folder} names no license.`);
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${name} ${version} (${license})${text}`;
}
