// A report as text: for a terminal, aligned, and for docs/benchmarks.md, as Markdown.
import type { Aim, Report, Table } from './bench.ts';

export function renderReport(report: Report): string {
  const tables = report.tables.flatMap((table) => [table.caption, renderTable(table), '']);
  return [report.title, '', ...tables, ...report.aims.map(renderAim), ...report.notes.map((note) => `  ${note}`)].join(
    '\n',
  );
}

export function renderMarkdown(report: Report, machine: string): string {
  const tables = report.tables.flatMap((table) => [`${table.caption}:`, '', markdownTable(table), '']);
  const aims = report.aims.map((aim) => `- ${renderAim(aim)}`);
  return [...tables, ...aims, '', [...report.notes, `Measured on ${machine}.`].join(' ')].join('\n');
}

/** The first column is text and stands left; the numbers after it stand right. */
export function renderTable({ head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const renderLine = (line: readonly string[]) =>
    `  ${widths.map((width, column) => pad(line[column] ?? '', width, column)).join('  ')}`.trimEnd();
  const rule = `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`;
  return [renderLine(head), rule, ...rows.map(renderLine)].join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

export function markdownTable({ head, rows }: Table): string {
  const renderLine = (line: readonly string[]) => `| ${line.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(renderLine).join('\n');
}

export function renderAim({ what, measured, holds }: Aim): string {
  return `${holds ? '✓' : '✗'} ${what}: ${measured}`;
}

/** Three digits that count, and no more: `0.95`, `12.3`, `1,230`. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function ratio(value: number): string {
  return Number.isFinite(value) ? `${short(value)}×` : '–';
}
