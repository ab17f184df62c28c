// What the agent's tab has downloaded: a list, or a copy in the agent's own folder.
import { download, foreign, ours, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import { siteOf } from '../base/sites.ts';
import type { DownloadFacts } from '../tabs/tab-downloads.ts';
import { count } from './state.ts';
import { defineTabTool } from './tab-tool.ts';

export const downloadsTool = defineTabTool({
  name: 'downloads',
  title: 'Downloads',
  description:
    'Lists the files that your tab has downloaded, or saves a copy of one in a folder of yours and returns its path, to be uploaded for example.',
  family: 'state',
  input: z.object({
    action: z.enum(['list', 'save']),
    id: z.string().max(20).optional().describe('For save: d1, from the list.'),
  }),
  effect: 'read',
  verb: 'read',
  async run({ action, id }, { tabId, url }, context) {
    const own = context.downloads(tabId);
    if (action === 'save') {
      if (id === undefined) throw new SallyportError('ERR_INPUT_INVALID', 'downloads: action "save" needs an id.');
      const found = await own.file(id);
      return { facts: { tabId, url, id, bytes: found.bytes }, parts: [ours(`${found.bytes} bytes.`), download(found)] };
    }
    const all = await own.list();
    const head = all.length === 0 ? 'This tab has downloaded nothing.' : `${count(all.length, 'download')}:`;
    // Sites choose the names of files.
    const lines = all.map((one) => foreign(lineOf(one), siteOf(url)));
    return { facts: { tabId, downloads: all }, parts: [ours(head), ...lines] };
  },
});

function lineOf({ id, path, url, state, bytes }: DownloadFacts): string {
  const where = path || (state === 'complete' ? 'path withheld' : 'not saved');
  return `${id} ${state.replace('_', ' ')}, ${bytes} bytes: ${where}, from ${url}`;
}
