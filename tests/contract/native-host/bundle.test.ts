// The file that a browser starts: small, alone, and silent on stdout but for frames.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostBundle } from '../../support/host-bundle.ts';

describe('the bundle of the native host', () => {
  it('holds our own code and nothing else, no schema library above all', () => {
    const { path, metafile } = hostBundle();
    const foreign = Object.keys(metafile.inputs).filter(
      (input) => !/^packages\/(native-host|protocol)\/src\//.test(input),
    );
    expect(foreign).toEqual([]);
    expect(readFileSync(path, 'utf8')).not.toMatch(/\bzod\b/i);
  });

  it('stays under 160 kB and needs only modules of Node', () => {
    const { path, metafile } = hostBundle();
    expect(statSync(path).size).toBeLessThan(160_000);
    const imports = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map((entry) => entry.path));
    expect([...new Set(imports)].filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('can be loaded by the syntax of the oldest Node we serve', () => {
    expect(() => execFileSync(process.execPath, ['--check', hostBundle().path])).not.toThrow();
  });
});
