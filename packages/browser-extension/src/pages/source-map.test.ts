import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { originsOf, type Position, readSourceMap } from './source-map.ts';

const source = `interface Order { total: number }
export function fails(order: Order): never {
  // Removed by the minifier.
  throw new RangeError('too much: ' + order.total);
}

export const calls = (order: Order): void => {
  const doubled = { total: order.total * 2 };
  fails(doubled);
};
`;

function built(minify: boolean): { code: string; map: string } {
  return transformSync(source, { loader: 'ts', sourcemap: true, sourcefile: 'src/order.ts', minify });
}

/** Where a text begins, both from 0. */
function placeOf(text: string, part: string): Position {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
}

function origins(map: string, places: readonly Position[]) {
  const read = readSourceMap(map);
  return read === undefined ? 'not a map' : originsOf(read, places);
}

describe('a source map', () => {
  it.each([false, true])('leads from what esbuild wrote to what it read, minified: %s', (minify) => {
    const { code, map } = built(minify);
    const parts = ['throw', 'new RangeError'];
    const found = origins(
      map,
      parts.map((part) => placeOf(code, part)),
    );
    expect(found).toEqual(parts.map((part) => ({ source: 'src/order.ts', ...placeOf(source, part) })));
  });

  it('is asked for many places at once, in any order', () => {
    const { code, map } = built(false);
    const parts = ['fails(doubled)', 'throw', 'order.total * 2'];
    const all = origins(
      map,
      parts.map((part) => placeOf(code, part)),
    );
    expect(all).toEqual(parts.map((part) => ({ source: 'src/order.ts', ...placeOf(source, part) })));
    expect(origins(map, [{ line: 5_000, column: 0 }])).toEqual([undefined]);
  });

  it('may consist of sections, have a root, negative steps and parts without a source', () => {
    const part = { version: 3, sourceRoot: 'lib/', sources: ['a.ts', null], names: [] };
    const map = {
      version: 3,
      sections: [
        // Line 1: column 4 of the first source; line 2: a segment without a source at 0; line 3: back to line 0, column 0.
        { offset: { line: 0, column: 0 }, map: { ...part, mappings: 'AAAI;A;AADJ' } },
        { offset: { line: 10, column: 7 }, map: { ...part, sourceRoot: undefined, mappings: 'AACE,ICDA' } },
      ],
    };
    const places = [
      { line: 0, column: 90 },
      { line: 1, column: 0 },
      { line: 10, column: 6 },
      { line: 10, column: 8 },
      { line: 10, column: 12 },
    ];
    expect(origins(JSON.stringify(map), places)).toEqual([
      { source: 'lib/a.ts', line: 0, column: 4 },
      undefined,
      undefined,
      { source: 'a.ts', line: 1, column: 2 },
      // Its source has no name.
      undefined,
    ]);
  });

  it.each(['', '[]', '{"version":3}', '{"mappings":4,"sources":[]}', '<html>', 'null'])('is not %j', (text) => {
    expect(origins(text, [])).toBe('not a map');
  });

  it.each(['AAA?', 'gggggggggggggA', 'A'.repeat(2)])('whose mappings are %j cannot be read', (mappings) => {
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], mappings });
    expect(() => origins(map, [{ line: 0, column: 9 }])).toThrow('Not a number of a source map.');
  });

  it('is read at once where a long root stands before many sources', () => {
    const sources = Array.from({ length: 100_000 }, () => 'a.ts');
    const startedAt = performance.now();
    const found = origins(JSON.stringify({ sourceRoot: 'r'.repeat(200_000), mappings: 'AAAA', sources }), [
      { line: 0, column: 0 },
    ]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(found).toMatchObject([{ source: `${'r'.repeat(195)}/a.ts` }]);
  });
});
