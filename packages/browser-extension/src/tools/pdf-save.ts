// Saves the page of a tab as PDF.
import { file, ours } from '@sallyport/protocol';
import * as z from 'zod';
import { siteOf } from '../base/sites.ts';
import { words } from './fields.ts';
import { pageParts } from './page-part.ts';
import { defineTabTool } from './tab-tool.ts';

export const pdfSaveTool = defineTabTool({
  name: 'pdf_save',
  title: 'Save as PDF',
  description: 'Saves the whole page as a PDF file, as printed, in a folder of yours. Returns its path. Chromium only.',
  family: 'capture',
  input: z.object({
    filename: words(80).optional(),
    paper: z.enum(['a4', 'letter']).optional(),
    landscape: z.boolean().default(false),
    background: z.boolean().default(true).describe('Print background colours and images.'),
  }),
  effect: 'read',
  verb: 'capture',
  async run({ filename, ...options }, tab, context) {
    const { tabId, url, title } = tab;
    const { data, pages, bytes } = await context.pdf(tabId, options);
    const stem = (filename ?? siteOf(url).replace(/^\w+:\/+/, '')).replace(/\.pdf$/i, '');
    return {
      facts: { tabId, url, title, pages, bytes },
      parts: [
        ...pageParts(tab),
        ours(`PDF with ${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes} bytes.`),
        file({ name: `${stem}.pdf`, mimeType: 'application/pdf', data }),
      ],
    };
  },
});
