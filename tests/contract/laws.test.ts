// What ARCHITECTURE.md and CONTRIBUTING.md state as law and a look at the sources can prove.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPackageSources } from '../support/layers.ts';
import { projectRoot } from '../support/test-sources.ts';

const sources = readPackageSources(projectRoot);
const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8');

describe('the laws that the docs state', () => {
  it('a number that files share stands in limits.ts', () => {
    const shared = sources
      .filter(({ path }) => path !== 'packages/protocol/src/limits.ts')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export const (\w+)(?:: number)? = [\d_.]+(?: \* [\d_.]+)*;$/gm)].map(
          ([, name]) => `${path}: ${name}`,
        ),
      );
    expect(shared).toEqual([]);
  });

  it('no file of the product is longer than 300 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it('the process is read only where the parts of a program are put together', () => {
    const composed = ['embed', 'extension', 'machine', 'main', 'panel', 'process-context', 'run', 'window-tools'];
    // It has the text of another program, which reads its own.
    const others = ['packages/cli/src/install/environment.ts'];
    const reading = sources
      .filter(({ path }) => !composed.some((name) => path.endsWith(`/${name}.ts`)) && !others.includes(path))
      .filter(({ text }) => /\bprocess\.(?:arch|argv|cwd|env|execPath|pid|platform)\b/.test(text))
      .map(({ path }) => path);
    expect(reading).toEqual([]);
  });

  it("the table of packages names each package's dependencies", () => {
    const [, packages = ''] = read('ARCHITECTURE.md').split('## Packages and fences');
    const rows = packages.split('\n');
    for (const name of readdirSync(join(projectRoot, 'packages'))) {
      const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
        read('packages', name, 'package.json'),
      );
      const others = Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@sallyport/'));
      const named = rows.find((row) => row.startsWith(`| ${name} |`))?.split('|')[4] ?? '';
      for (const other of others) {
        const shown = other === '@modelcontextprotocol/client' ? 'the MCP client SDK' : other;
        expect(named, `${name} uses ${other}`).toContain(shown);
      }
    }
  });
});
