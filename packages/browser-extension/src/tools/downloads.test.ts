import { describe, expect, it } from 'vitest';
import type { DownloadFacts } from '../tabs/tab-downloads.ts';
import type { ToolContext } from './context.ts';
import { downloadsTool } from './downloads.ts';

const url = 'https://shop.example/';

describe('the list of downloads', () => {
  it('says of a file whose path is not told that it is withheld, not that there is none', async () => {
    const all: readonly DownloadFacts[] = [
      { id: 'd1', path: '/home/bill.pdf', url, state: 'complete', bytes: 3 },
      { id: 'd2', path: '', url, state: 'complete', bytes: 3 },
      { id: 'd3', path: '', url, state: 'in_progress', bytes: 1 },
    ];
    const context = {
      tabs: { reach: async () => ({ tabId: 7, url, title: '' }) },
      downloads: () => ({ list: async () => all }),
    };
    // Only what the tool uses.
    const { parts } = await downloadsTool.call({ action: 'list' }, context as unknown as ToolContext);
    expect(parts.map((part) => ('text' in part ? part.text : ''))).toEqual([
      '3 downloads:',
      `d1 complete, 3 bytes: /home/bill.pdf, from ${url}`,
      `d2 complete, 3 bytes: path withheld, from ${url}`,
      `d3 in progress, 1 bytes: not saved, from ${url}`,
    ]);
  });
});
