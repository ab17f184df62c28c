// Generated pages say what the sources say now.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderSeeds } from '../../scripts/docs.ts';
import { type Requirement, requirements } from '../requirements.ts';
import { collectCitations } from '../support/citations.ts';
import { projectRoot, readTestSources } from '../support/test-sources.ts';

describe('docs/seeds.md', () => {
  it('is fresh', () => {
    const written = readFileSync(join(projectRoot, 'docs', 'seeds.md'), 'utf8');
    const isFresh = written === renderSeeds(requirements, collectCitations(readTestSources()));
    expect(isFresh, 'docs/seeds.md is stale: run `npm run docs`').toBe(true);
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
