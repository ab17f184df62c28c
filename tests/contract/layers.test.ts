// The import fences hold on the real sources, and would fail on a planted offence.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fences, findOffences, readPackageSources } from '../support/layers.ts';
import { projectRoot } from '../support/test-sources.ts';

describe('the fences between packages', () => {
  const sources = readPackageSources(projectRoot);

  it('hold', () => {
    expect(findOffences(sources)).toEqual([]);
  });

  it('are checked on files of every package, and every package has one', () => {
    const packages = readdirSync(join(projectRoot, 'packages')).sort();
    expect([...new Set(sources.map(({ path }) => path.split('/')[1]))].sort()).toEqual(packages);
    expect(Object.keys(fences).sort()).toEqual(packages);
  });

  it.each([
    ['packages/protocol/src/x.ts', "import { readFileSync } from 'node:fs';", 'runs without Node'],
    ['packages/protocol/src/x.ts', "import fs from 'fs';", 'runs without Node'],
    ['packages/protocol/src/x.ts', "import type { Thing } from '@sallyport/native-host';", 'none of our packages'],
    ['packages/native-host/src/x.ts', "export { z } from 'zod';", 'no npm package'],
    ['packages/native-host/src/x.ts', "const tool = await import('@sallyport/protocol/tool');", 'may import'],
    ['packages/native-host/src/x.ts', "import { limits } from '../../protocol/src/limits.ts';", 'leaves the package'],
    ['packages/gateway/src/grants/x.ts', "import { list } from '../registry/list.ts';", 'never import each other'],
    ['packages/unheard-of/src/x.ts', '', 'has no fence'],
  ])('fail on an offence planted in %s: %s', (path, text, fault) => {
    expect(findOffences([{ path, text }]).join()).toContain(fault);
  });
});
