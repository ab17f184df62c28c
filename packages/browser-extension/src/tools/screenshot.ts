// Screenshots of a tab.
import { image, limits, ours } from '@sallyport/protocol';
import * as z from 'zod';
import type { Box } from '../base/page-calls.ts';
import { ref } from './fields.ts';
import { pageParts } from './page-part.ts';
import { defineTabTool } from './tab-tool.ts';

export const screenshotTool = defineTabTool({
  name: 'screenshot',
  title: 'Screenshot',
  description:
    'Takes a JPEG of the visible part of the page, of one element or of the whole page. The tab stays in the background.',
  input: z.object({
    ref: ref.optional().describe('Only this element.'),
    fullPage: z.boolean().default(false),
    purpose: z
      .enum(['quick-glance', 'read-text', 'inspect-ui', 'full-detail'])
      .default('read-text')
      .describe('Sets image detail.'),
    quality: z.int().min(1).max(100).optional().describe('Overrides purpose.'),
    scale: z.number().min(0.1).max(1).optional().describe('Overrides purpose.'),
  }),
  effect: 'read',
  verb: 'capture',
  async run({ ref: target, fullPage, purpose, ...overrides }, tab, context) {
    const { quality = presets[purpose].quality, scale = presets[purpose].scale } = overrides;
    const { tabId, url, title } = tab;
    const isPart = target !== undefined || fullPage;
    const box = isPart ? await context.boxOf(tabId, target) : undefined;
    const picture = await context.picture(tabId, { quality, scale, box: box && bounded(box) });
    const { mimeType, width, height } = picture;
    return {
      facts: { tabId, url, title, mimeType, width, height },
      parts: [...pageParts(tab), ours(`${width} × ${height} pixels`), image(picture)],
    };
  },
});

const { jpegQuality, scale: half } = limits.screenshot;

/** The names and values that legacy clients use. */
const presets = {
  'quick-glance': { quality: 30, scale: 0.25 },
  'read-text': { quality: jpegQuality, scale: half },
  'inspect-ui': { quality: 80, scale: 0.75 },
  'full-detail': { quality: 95, scale: 1 },
} as const;

/** Browsers do not draw longer pictures, and models do not read them. */
const SIDE_MAX = 16_000;

function bounded({ x, y, width, height }: Box): Box {
  return { x, y, width: Math.min(width, SIDE_MAX), height: Math.min(height, SIDE_MAX) };
}
