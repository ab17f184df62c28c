// The gate of the seeds: no promise twice, no citation of an unknown one, none owed by a finished area.
import { describe, expect, it } from 'vitest';
import { finishedAreas, type Requirement, requirements } from '../requirements.ts';
import { balance, collectCitations, duplicateIds, renderBalance } from '../support/citations.ts';
import { readTestSources } from '../support/test-sources.ts';
// By another name, since the gate would take a call of it here for a citation.
import { verifies as titled } from '../support/verifies.ts';

const citationsOf = (text: string, path = 'some.test.ts') => collectCitations([{ path, text }]);

describe('the promises of the seeds', () => {
  it('have ids that are unique, readable and begin with their seed', () => {
    expect(duplicateIds(requirements)).toEqual([]);
    const misnamed = requirements.filter(({ id, seed }) => !new RegExp(`^S${Number(seed)}(-[a-z0-9]+)+$`).test(id));
    expect(misnamed).toEqual([]);
  });

  it('are single lines that end as a sentence does', () => {
    const texts = requirements.flatMap(({ id, behaviour, note }) => [
      { id, text: behaviour },
      { id, text: note ?? 'none.' },
    ]);
    expect(texts.filter(({ text }) => !/[.`]$/.test(text) || text.includes('\n'))).toEqual([]);
  });

  it('are all known where a test cites them, and all shown by real processes where an area is finished', () => {
    const sources = readTestSources();
    expect(sources.map(({ path }) => path)).toContain('tests/contract/requirements.test.ts');
    const found = balance(requirements, collectCitations(sources), finishedAreas);
    console.log(renderBalance(found));
    expect(found.unknown).toEqual([]);
    expect(found.seeds.flatMap(({ owed }) => owed)).toEqual([]);
  });
});

describe('the gate', () => {
  const plantedOne: Requirement = {
    id: 'S0-kept',
    seed: '000',
    section: 'One',
    behaviour: 'It is kept.',
    area: 'native-host',
  };
  const planted: readonly Requirement[] = [
    plantedOne,
    { id: 'S0-owed', seed: '000', section: 'One', behaviour: 'It is owed.', area: 'native-host' },
    { id: 'S4-later', seed: '004', section: 'Two', behaviour: 'It comes later.', area: 'gateway' },
  ];

  it('tells cited, pending, owed and unknown apart', () => {
    const path = 'tests/contract/native-host/some.test.ts';
    const citations = citationsOf("it(verifies('keeps it', 'S0-kept', 'S9-nowhere'), () => {});", path);
    expect(balance(planted, citations, ['native-host'])).toEqual({
      seeds: [
        { seed: '000', cited: ['S0-kept'], pending: ['S0-owed'], owed: ['S0-owed'] },
        { seed: '004', cited: [], pending: ['S4-later'], owed: [] },
      ],
      unknown: [{ id: 'S9-nowhere', path }],
    });
  });

  it('does not take what a part shows alone for what the process does', () => {
    const citations = citationsOf("it(verifies('keeps it', 'S0-kept'), run);", 'packages/native-host/src/part.test.ts');
    expect(balance(planted, citations, ['native-host']).seeds[0]).toMatchObject({
      cited: ['S0-kept'],
      owed: ['S0-kept', 'S0-owed'],
    });
  });

  it('wants what an editor does shown in a real one', () => {
    const wanted: Requirement = { ...plantedOne, id: 'S2-shown', seed: '002', area: 'editor' };
    const owedAfter = (path: string) =>
      balance([wanted], citationsOf("it(verifies('shows it', 'S2-shown'), run);", path), ['editor']).seeds[0]?.owed;
    expect(owedAfter('tests/contract/door/some.test.ts')).toEqual(['S2-shown']);
    expect(owedAfter('tests/e2e/vscode/some.test.ts')).toEqual([]);
  });

  it('sees an id that stands twice', () => {
    expect(duplicateIds([...planted, ...planted.slice(1, 2)])).toEqual(['S0-owed']);
  });

  it('prints cited and pending per seed', () => {
    const table = renderBalance(balance(planted, citationsOf("it(verifies('keeps it', 'S0-kept'), run);"), []));
    expect(table.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['seed', 'cited', 'pending'],
      ['000 The Chrome native host', '1', '1'],
      ['004 The MCP host', '0', '1'],
      ['all', '1', '2'],
    ]);
  });

  it.each([
    [
      'a call over several lines',
      "it(\n  verifies(\n    'a (title)',\n    'S0-kept',\n    \"S0-owed\",\n  ),\n  run,\n);",
      ['S0-kept', 'S0-owed'],
    ],
    [
      'a call in a loop and in a nested suite',
      "describe('x', () => { for (const y of z) it(verifies(y, 'S0-kept'), run); });",
      ['S0-kept'],
    ],
    ['a test that only some systems run', "it.skipIf(isWindows)(verifies('t', 'S0-kept'), run);", ['S0-kept']],
    ['an argument that is no plain text', "it(verifies('t', ...ids), run);", ['...ids']],
    ['a call in a comment', "// it(verifies('t', 'S0-kept'), run);", []],
    ['a call in a text', "const text = \"verifies('t', 'S0-kept')\";", []],
    ['a skipped test', "it.skip(verifies('t', 'S0-kept'), run);", []],
    ['a skipped suite', "describe.skip('x', () => { it(verifies('t', 'S0-kept'), run); });", []],
    ['a test that must fail', "it.fails(verifies('t', 'S0-kept'), run);", []],
    ['a test set aside by option', "it(verifies('t', 'S0-kept'), { todo: true }, run);", []],
  ])('reads %s', (_, text, ids) => {
    expect(citationsOf(text).get('some.test.ts')).toEqual(ids);
  });

  it('shows the ids in the title of a test', () => {
    expect(titled('answers ping', 'S0-ping-pong', 'S1-request-ping')).toBe(
      'answers ping [S0-ping-pong, S1-request-ping]',
    );
  });

  it('does not take a file that it cannot parse for one without citations', () => {
    expect(() => citationsOf('it(verifies(')).toThrow('some.test.ts cannot be parsed');
  });
});
