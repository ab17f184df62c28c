// Two versions measured by the same benchmark, number by number: medians over the rounds, and their ratio.
import type { Report, Table } from '../bench.ts';
import { median } from '../measure.ts';
import { ratio, short } from '../table.ts';

/** The reports of one benchmark from every round of both versions, as one table for each of its tables. */
export function compareReports(these: readonly Report[], those: readonly Report[]): readonly Table[] {
  const [here, there] = [numbersOf(these), numbersOf(those)];
  const captions = new Set([...here, ...there].map(([, { caption }]) => caption));
  return [...captions].map((caption) => {
    const keys = new Set([...here, ...there].filter(([, each]) => each.caption === caption).map(([key]) => key));
    return {
      caption,
      head: ['row', 'column', 'this', 'that', 'this / that', 'over the rounds'],
      rows: [...keys].map((key) => {
        const { row = '', column = '' } = here.get(key) ?? there.get(key) ?? {};
        const [mine, other] = [medianOf(here.get(key)), medianOf(there.get(key))];
        return [row, column, short(mine), short(other), ratio(mine / other), spreadOf(here.get(key), there.get(key))];
      }),
    };
  });
}

interface Numbers {
  readonly caption: string;
  readonly row: string;
  readonly column: string;
  /** One for each round. */
  readonly values: number[];
}

function numbersOf(reports: readonly Report[]): Map<string, Numbers> {
  const found = new Map<string, Numbers>();
  for (const { caption, head, rows } of reports.flatMap(({ tables }) => tables)) {
    for (const [row = '', ...cells] of rows) {
      for (const [index, cell] of cells.entries()) {
        const value = numberIn(cell);
        if (value === undefined) continue;
        const column = head[index + 1] ?? '';
        const key = JSON.stringify([caption, row, column]);
        const numbers = found.get(key) ?? { caption, row, column, values: [] };
        numbers.values.push(value);
        found.set(key, numbers);
      }
    }
  }
  return found;
}

/** The number that a cell of a report begins with: "1,230", "0.95×", "12.3 ms". */
export function numberIn(cell: string): number | undefined {
  const [text] = /^-?\d[\d,]*(?:\.\d+)?/.exec(cell.trim()) ?? [];
  return text === undefined ? undefined : Number(text.replaceAll(',', ''));
}

/** Of the ratio: where it is wide, the machine was not quiet, and more rounds are needed. */
function spreadOf(mine: Numbers | undefined, other: Numbers | undefined): string {
  const ratios = (mine?.values ?? []).map((value, round) => value / (other?.values[round] ?? Number.NaN));
  return ratios.length < 2 || ratios.some(Number.isNaN)
    ? '–'
    : `${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))}`;
}

function medianOf(numbers: Numbers | undefined): number {
  return median(numbers?.values ?? []);
}
