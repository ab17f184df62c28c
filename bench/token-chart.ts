// The README's chart: the tokens that reading a page costs, drawn as SVG from the table of snapshots in docs/benchmarks.md.

export const tokenChart = 'docs/images/tokens.svg';

interface Bar {
  readonly label: string;
  readonly tokens: number;
  readonly isOurs: boolean;
}

export interface PageCost {
  readonly page: string;
  readonly bars: readonly Bar[];
}

const CAPTION = 'Snapshots, tokens (bytes on the wire):';
/** The columns of that table, by their heads; the last one, a ratio, is not drawn. */
const labels: Readonly<Record<string, string>> = {
  'ours, first': 'Sallyport, first read',
  'ours, whole, in calls': 'Sallyport, whole page',
  'playwright-mcp': 'Playwright MCP',
  'chrome-devtools-mcp': 'chrome-devtools-mcp',
};

/** The bench's names of pages, as a reader understands them. */
const titles: Readonly<Record<string, string>> = {
  small: 'Small page',
  table: 'Table of 1,000 rows',
  treegrid: 'Tree grid',
  dates: 'Date picker',
  menus: 'Menus',
  article: 'Long article',
};

/** Throws where the table is missing: a chart without numbers would go unnoticed. */
export function readPageCosts(benchmarks: string): PageCost[] {
  const [, after] = benchmarks.split(CAPTION);
  const [head = [], , ...rows] = (after?.trimStart().split('\n\n')[0] ?? '').split('\n').map(cellsOf);
  if (rows.length === 0) throw new Error(`No table "${CAPTION}" in the benchmarks.`);
  return rows.map(([page = '', ...cells]) => ({
    page,
    bars: cells.flatMap((cell, at) => {
      const label = labels[head[at + 1] ?? ''];
      const tokens = Number(/^[\d,]+/.exec(cell)?.[0].replaceAll(',', ''));
      return label === undefined ? [] : [{ label, tokens, isOurs: label.startsWith('Sallyport') }];
    }),
  }));
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const WIDTH = 840;
const COLUMNS = 2;
const LABEL_WIDTH = 170;
const BAR_WIDTH = 170;
const ROW_HEIGHT = 19;
const TITLE_HEIGHT = 30;
const GAP = 18;
const TOP = 56;

/** No background, and colours that are legible on white as well as on a dark page, whatever the reader's theme. */
const style = `text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#6e7681}.title{font-size:15px}.title,.page,.ours{font-weight:600}
.label{text-anchor:end}.bar{fill:#8b949e}.bar.ours{fill:#1f7fd4}`;

/** One group of bars for each page, each group to a scale of its own: the largest page is 300 times the smallest. */
export function renderTokenChart(costs: readonly PageCost[]): string {
  const groupHeight = TITLE_HEIGHT + Math.max(...costs.map(({ bars }) => bars.length)) * ROW_HEIGHT + GAP;
  const height = TOP + Math.ceil(costs.length / COLUMNS) * groupHeight;
  const groups = costs.map((cost, at) => {
    const x = (at % COLUMNS) * (WIDTH / COLUMNS);
    const y = TOP + Math.floor(at / COLUMNS) * groupHeight;
    return `<g transform="translate(${x} ${y})">${groupOf(cost)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<style>${style}</style>
<text id="title" class="title" x="0" y="18">Tokens to read a page (fewer is better)</text>
<text x="0" y="38">Same pages, same Chromium, o200k tokens. Each page has a scale of its own. Written by npm run bench -- browser --write.</text>
${groups.join('\n')}
</svg>
`;
}

function groupOf({ page, bars }: PageCost): string {
  const largest = Math.max(...bars.map(({ tokens }) => tokens));
  const lines = bars.map(({ label, tokens, isOurs }, at) => {
    const y = TITLE_HEIGHT + at * ROW_HEIGHT;
    const width = Math.max(2, Math.round((tokens / largest) * BAR_WIDTH));
    const kind = isOurs ? ' ours' : '';
    return [
      `<text class="label${kind}" x="${LABEL_WIDTH - 8}" y="${y}">${label}</text>`,
      `<rect class="bar${kind}" x="${LABEL_WIDTH}" y="${y - 11}" width="${width}" height="13" rx="2"/>`,
      `<text class="${isOurs ? 'ours' : 'peer'}" x="${LABEL_WIDTH + width + 6}" y="${y}">${tokens.toLocaleString('en-US')}</text>`,
    ].join('');
  });
  return `<text class="page" x="${LABEL_WIDTH}" y="10">${titles[page] ?? page}</text>${lines.join('')}`;
}
