// A picture of what a tab shows.
import { limits } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { tabId } from './fields.ts';

export const screenshotTool = defineTool({
  name: 'screenshot',
  title: 'Screenshot',
  description: 'Takes a JPEG picture of the visible part of your tab, without bringing it to the front.',
  input: z.object({
    tabId,
    quality: z.int().min(1).max(100).default(limits.screenshot.jpegQuality).describe('JPEG quality in percent.'),
    scale: z.number().min(0.1).max(1).default(limits.screenshot.scale).describe('Relative to the size of the page.'),
  }),
  output: z.object({
    tabId: z.number(),
    url: z.string(),
    title: z.string(),
    mimeType: z.string(),
    width: z.number().describe('Pixels.'),
    height: z.number().describe('Pixels.'),
  }),
  effect: 'read',
  async run({ tabId, quality, scale }, context: ToolContext) {
    const tab = await context.tabs.reach('capture', tabId);
    const picture = await context.picture(tab.tabId, { quality, scale });
    context.show(picture);
    const { mimeType, width, height } = picture;
    return { tabId: tab.tabId, url: tab.url, title: tab.title, mimeType, width, height };
  },
});
