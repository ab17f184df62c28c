// A picture of what a tab shows.
import { limits } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { Box } from '../base/page-calls.ts';
import type { ToolContext } from './context.ts';
import { ref, tabId } from './fields.ts';

export const screenshotTool = defineTool({
  name: 'screenshot',
  title: 'Screenshot',
  description:
    'Takes a JPEG picture of the visible part of your tab, of one element or of the whole page, without bringing it to the front.',
  input: z.object({
    tabId,
    ref: ref.optional().describe('Only this element.'),
    fullPage: z.boolean().default(false).describe('The whole page, also what is out of view.'),
    purpose: z
      .enum(['quick-glance', 'read-text', 'inspect-ui', 'full-detail'])
      .default('read-text')
      .describe('From small to sharp.'),
    quality: z.int().min(1).max(100).optional().describe('JPEG quality in percent, instead of what the purpose has.'),
    scale: z.number().min(0.1).max(1).optional().describe('Relative to the size of the page, instead.'),
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
  async run({ tabId, ref: target, fullPage, purpose, ...wish }, context: ToolContext) {
    const { quality = presets[purpose].quality, scale = presets[purpose].scale } = wish;
    const tab = await context.tabs.reach('capture', tabId);
    const isPart = target !== undefined || fullPage;
    const box = isPart ? await context.boxOf(tab.tabId, target) : undefined;
    const picture = await context.picture(tab.tabId, { quality, scale, box: box && bounded(box) });
    context.show(picture);
    const { mimeType, width, height } = picture;
    return { tabId: tab.tabId, url: tab.url, title: tab.title, mimeType, width, height };
  },
});

const { jpegQuality, scale: half } = limits.screenshot;

/** Seed 001's project has these. */
const presets = {
  'quick-glance': { quality: 30, scale: 0.25 },
  'read-text': { quality: jpegQuality, scale: half },
  'inspect-ui': { quality: 80, scale: 0.75 },
  'full-detail': { quality: 95, scale: 1 },
} as const;

/** No picture is longer: neither browser draws one, and no model reads one. */
const SIDE_MAX = 16_000;

function bounded({ x, y, width, height }: Box): Box {
  return { x, y, width: Math.min(width, SIDE_MAX), height: Math.min(height, SIDE_MAX) };
}
