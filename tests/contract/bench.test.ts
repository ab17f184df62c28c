// The benchmarks' own arithmetic: a wrong median or a shifted column would make every number in docs/benchmarks.md a lie.
import { describe, expect, it } from 'vitest';
import { compareReports, numberIn } from '../../bench/against/comparison.ts';
import { replaceSection } from '../../bench/benchmarks-page.ts';
import { type Measured, reportOf } from '../../bench/browser/report.ts';
import { refIn } from '../../bench/browser/tasks.ts';
import { frameStream, kinds } from '../../bench/frame-streams.ts';
import { compare } from '../../bench/host/report.ts';
import { interleave, median, quantile, repeatsFor, seededRandom } from '../../bench/measure.ts';
import { SeedFrameDecoder } from '../../bench/peers/seed-frames.ts';
import { ratio, renderAim, renderMarkdown, renderTable, short } from '../../bench/table.ts';
import { readPageCosts, renderTokenChart } from '../../bench/token-chart.ts';

describe('the statistics of the benchmarks', () => {
  it('take quantiles by nearest rank, whatever the order of the samples', () => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0, 0.5, 0.99, 1].map((q) => quantile(samples, q))).toEqual([1, 50, 99, 100]);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([])).toBeNaN();
  });

  it('let the contenders take turns, throw the warm-up away, and let nobody always come first', async () => {
    const order: string[] = [];
    const contender = <Name extends string>(name: Name) => ({ name, sample: () => order.push(name) });
    const samples = await interleave([contender('a'), contender('b')], { rounds: 2, warmUpRounds: 1 });
    expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
    expect([samples('a'), samples('b')]).toEqual([
      [4, 5],
      [3, 6],
    ]);
  });

  it('repeat a short run until a sample is long enough', () => {
    let runs = 0;
    const run = () => {
      runs += 1;
    };
    // Each run takes a tenth of a millisecond, however busy the machine is.
    const msOf = (sample: () => void) => {
      const before = runs;
      sample();
      return (runs - before) / 10;
    };
    expect(repeatsFor(1, run, msOf)).toBe(16);
    expect(runs).toBe(1 + 2 + 4 + 8 + 16);
  });

  it('draw the same numbers in every run', () => {
    const draw = (seed: number) => Array.from({ length: 3 }, seededRandom(seed));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(7).every((number) => number >= 0 && number < 1)).toBe(true);
  });
});

describe('the comparison of hosts', () => {
  const samples = (values: Record<'limit' | 'seed' | 'ours', number>) => (name: keyof typeof values) => [values[name]];

  it('reads less as better for milliseconds and more as better for speed', () => {
    const values = { limit: 1, seed: 4, ours: 2 };
    expect(compare('trip', 'ms', samples(values))).toMatchObject({ toLimit: 2, toSeed: 0.5 });
    expect(compare('speed', 'MB/s', samples(values))).toMatchObject({ toLimit: 0.5, toSeed: 2 });
  });
});

describe('the streams of the frame benchmark', () => {
  it('hold whole messages of exactly the size that was asked for, which the seed decodes too', () => {
    for (const kind of kinds) {
      const stream = frameStream(kind, 1000, 200_000);
      const decoder = new SeedFrameDecoder();
      const messages = stream.pieces.flatMap((piece) => decoder.push(piece));
      expect(messages).toHaveLength(200);
      expect(stream.byteLength).toBe(200 * 1004);
      expect(messages.map((message) => Buffer.byteLength(JSON.stringify(message)))).toEqual(Array(200).fill(1000));
    }
  });
});

describe('the tables of the benchmarks', () => {
  const table = {
    caption: 'Speed',
    head: ['size', 'ours'],
    rows: [
      ['100 B', '1.00'],
      ['1 MB', '12.3'],
    ],
  };

  it('align text left and numbers right', () => {
    expect(renderTable(table).split('\n')).toEqual([
      '  size   ours',
      '  ─────  ────',
      '  100 B  1.00',
      '  1 MB   12.3',
    ]);
  });

  it('show three digits that count, and a dash for what was not measured', () => {
    expect([0.954, 12.34, 1234.5, Number.NaN].map(short)).toEqual(['0.95', '12.3', '1,235', '–']);
    expect([2.5, Number.NaN].map(ratio)).toEqual(['2.50×', '–']);
  });

  it('say whether an aim holds, with its number', () => {
    expect(renderAim({ what: 'fast', measured: '0.8×', holds: false })).toBe('✗ fast: 0.8×');
  });

  it('replace only their own section of the page, and say when it has none', () => {
    const report = {
      title: 'T',
      tables: [table],
      aims: [{ what: 'fast', measured: '2×', holds: true }],
      notes: ['How.'],
    };
    const page = 'before\n<!-- bench:frames -->\nold\n<!-- /bench:frames -->\nafter\n';
    expect(replaceSection(page, 'frames', renderMarkdown(report, 'Node 20'))).toBe(
      [
        'before',
        '<!-- bench:frames -->',
        'Speed:\n\n| size | ours |\n| --- | ---: |\n| 100 B | 1.00 |\n| 1 MB | 12.3 |\n\n- ✓ fast: 2×\n\nHow. Measured on Node 20.',
        '<!-- /bench:frames -->',
        'after\n',
      ].join('\n'),
    );
    expect(replaceSection(page, 'native-host', 'new')).toBeUndefined();
  });
});

describe('the chart of tokens', () => {
  const page = `text

Snapshots, tokens (bytes on the wire):

|  | ours, first | ours, whole, in calls | playwright-mcp | chrome-devtools-mcp | whole : smaller peer |
| --- | ---: | ---: | ---: | ---: | ---: |
| small | 121 (1,027) | 119 in 1 | 234 (769) | 212 (687) | 0.56× |
| table | 472 (2,931) | 31,221 in 3 | 118,289 (353,667) | 64,407 (172,657) | 0.48× |

The longest reply:
`;

  it('draws every page of the table, with its numbers, and bars in proportion to them', () => {
    const chart = renderTokenChart(readPageCosts(page));
    expect([...chart.matchAll(/>([\d,]+)<\/text>/g)].map(([, tokens]) => tokens)).toEqual([
      ...['121', '119', '234', '212'],
      ...['472', '31,221', '118,289', '64,407'],
    ]);
    const widths = [...chart.matchAll(/<rect [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
    expect(widths.slice(4)).toEqual([2, 45, 170, 93]);
  });

  it('is not drawn without its table', () => {
    expect(() => readPageCosts('nothing')).toThrow(/No table/);
  });
});

describe('the report on browsers', () => {
  const round = { navigate: 10, snapshot: 8, click: 60, type: 60 };
  const slower = { navigate: 30, snapshot: 30, click: 300, type: 30 };
  const measured: Measured = {
    rounds: (_, subject) => [subject === 'ours' ? round : slower],
    snapshots: (_, subject) => ({ tokens: subject === 'ours' ? 500 : 3000, bytes: 1 }),
    whole: () => ({ tokens: 1500, calls: 2 }),
    budgetTokens: 4000,
    replies: () => [{ tokens: 20, bytes: 1 }],
    missedEffects: [],
    taskCount: 30,
    unreached: [],
  };
  const holds = (changed: Partial<Measured>) => reportOf({ ...measured, ...changed }).aims.map((aim) => aim.holds);

  it('holds where all is as it should be, and counts clicks only beside effects that all showed', () => {
    expect(holds({})).toEqual(Array(11).fill(true));
    expect(holds({ missedEffects: ['timer 400'] }).slice(0, 4)).toEqual([false, false, false, true]);
  });

  it('misses an aim by each number that is too large', () => {
    expect(holds({ whole: () => ({ tokens: 2101, calls: 2 }) })[4]).toBe(false);
    expect(holds({ budgetTokens: 499 })[5]).toBe(false);
    expect(holds({ replies: () => [{ tokens: 81, bytes: 1 }] })[7]).toBe(false);
    expect(holds({ rounds: () => [round] }).slice(1, 4)).toEqual([true, false, false]);
    const slow = { ...round, snapshot: 9, click: 61, type: 61 };
    expect(holds({ rounds: () => [slow] }).slice(8)).toEqual([false, false, false]);
  });

  it('finds the ref of a target on a line of its own, among others, and after another line', () => {
    const answer =
      'row: link "Item 1" e1 | button "Order" e2\nrow: link "Item 2" e3 | button "Order" e4\ntab Day e5, Week e6';
    const task = (target: string, after?: string) =>
      refIn(answer, { page: 'table', goal: '', words: '', target, ...(after && { after }) });
    expect(task('link "Item 2"')).toBe('e3');
    expect(task('button "Order"', 'link "Item 2"')).toBe('e4');
    expect(task('tab "Week"')).toBe('e6');
    expect(task('button "Order"', 'link "Item 3"')).toBeUndefined();
  });
});

describe('two versions beside each other', () => {
  const report = (rows: readonly (readonly string[])[]) => ({
    title: 'Calls',
    tables: [{ caption: 'Times', head: ['for', 'ms', 'beside a peer'], rows }],
    aims: [],
    notes: [],
  });

  it('are compared number by number, by the medians of their rounds', () => {
    const these = [
      report([['a', '1.00', '2.00×']]),
      report([['a', '3.00', '2.00×']]),
      report([['a', '2.00', '2.00×']]),
    ];
    const those = [
      report([
        ['a', '1,000', 'none'],
        ['b', '5.00 ms', '–'],
      ]),
    ];
    expect(compareReports(these, those)).toEqual([
      {
        caption: 'Times',
        head: ['row', 'column', 'this', 'that', 'this / that', 'over the rounds'],
        rows: [
          ['a', 'ms', '2.00', '1,000', '0.00×', '–'],
          ['a', 'beside a peer', '2.00', '–', '–', '–'],
          ['b', 'ms', '–', '5.00', '–', '–'],
        ],
      },
    ]);
  });

  it('show how far the ratio went from round to round', () => {
    const these = ['10.0', '12.0', '9.00'].map((ms) => report([['a', ms, '–']]));
    const those = ['10.0', '10.0', '12.0'].map((ms) => report([['a', ms, '–']]));
    const [table] = compareReports(these, those);
    expect(table?.rows).toEqual([['a', 'ms', '10.0', '10.0', '1.00×', '0.75× to 1.20×']]);
  });

  it.each([
    ['1,230', 1230],
    ['0.95×', 0.95],
    ['12.3 ms', 12.3],
    ['-4', -4],
    ['–', undefined],
    ['yes', undefined],
  ])('have the number of the cell %s', (cell, number) => {
    expect(numberIn(cell)).toBe(number);
  });
});
