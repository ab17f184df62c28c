// Generated pages say what the sources say now.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedPages, renderSeeds } from '../../scripts/docs.ts';
import type { Requirement } from '../requirements.ts';
import { projectRoot } from '../support/test-sources.ts';

describe('the generated pages', () => {
  it.each(Object.entries(generatedPages()))('%s is fresh', (name, text) => {
    const isFresh = readFileSync(join(projectRoot, name), 'utf8') === text;
    expect(isFresh, `${name} is stale: run \`npm run docs\``).toBe(true);
  });

  it('links a promise to its tests, says when it is pending, and survives bars and brackets', () => {
    const promises: readonly Requirement[] = [
      { id: 'S0-kept', seed: '000', section: 'One', behaviour: 'A `<b>` | a <b>.', area: 'browser', note: 'Ours.' },
      { id: 'S0-later', seed: '000', section: 'One', behaviour: 'It comes.', area: 'browser' },
    ];
    const page = renderSeeds(promises, new Map([['packages/some/src/x.test.ts', ['S0-kept']]]));
    expect(page.split('\n').filter((line) => line.includes('S0-') || line.startsWith('| All'))).toEqual([
      '| All | 2 | 1 | 1 |',
      '| `S0-kept` | One | A `<b>` \\| a &lt;b>. | browser | [x.test.ts](../packages/some/src/x.test.ts) | Ours. |',
      '| `S0-later` | One | It comes. | browser | pending |  |',
    ]);
  });
});
