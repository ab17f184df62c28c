// The version of the product, which all packages share.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@sallyport/protocol';

export interface Versions {
  readonly version: string;
  readonly description: string;
  /** The range of Node versions. */
  readonly node: string;
}

/** Throws when a package has another version, or depends on one. */
export function readVersions(root: string): Versions {
  const folders = ['.', ...readdirSync(join(root, 'packages')).map((name) => join('packages', name))];
  const faults: string[] = [];
  for (const folder of folders) {
    const { version, dependencies = {} } = readManifest(root, folder);
    if (version !== PRODUCT_VERSION) faults.push(`${folder} is ${version}`);
    for (const [name, range] of Object.entries(dependencies)) {
      if (name.startsWith('@sallyport/') && range !== PRODUCT_VERSION) faults.push(`${folder} wants ${name} ${range}`);
    }
  }
  if (faults.length > 0) throw new Error(`The product is ${PRODUCT_VERSION}, but ${faults.join('; ')}.`);
  const { description = '', engines } = readManifest(root, '.');
  return { version: PRODUCT_VERSION, description, node: engines?.node ?? '' };
}

interface Manifest {
  readonly version?: string;
  readonly description?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
}

function readManifest(root: string, folder: string): Manifest {
  // After a parse.
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}
