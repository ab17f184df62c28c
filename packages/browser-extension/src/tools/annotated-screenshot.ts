// Screenshots with the refs of what they show, and parts of them, larger.
import { image, ours } from '@sallyport/protocol';
import * as z from 'zod';
import type { Annotated, TabFacts } from '../base/facts.ts';
import { ref, shot } from './fields.ts';
import { pageParts } from './page-part.ts';
import { defineTabTool } from './tab-tool.ts';

export const annotatedScreenshotTool = defineTabTool({
  name: 'annotated_screenshot',
  title: 'Annotated screenshot',
  description:
    'Takes a JPEG of what is in view, with the ref of each control drawn on it. Returns its id, by which the mouse tools take pixels of it. Use it for what a snapshot cannot show, as a canvas.',
  family: 'vision',
  input: z.object({
    ref: ref.optional().describe('Only this element.'),
    list: z.boolean().default(false).describe('Also list the refs as text, with their pixels.'),
  }),
  effect: 'read',
  verb: 'look at',
  async run({ ref: target, list }, tab, context) {
    const annotated = await context.annotated(tab.tabId, { ref: target });
    const lines = annotated.marks.map(({ line, x, y }) => `${line} at ${x}, ${y}`);
    return replyWith(tab, annotated, list ? lines.join('\n') : '');
  },
});

export const zoomTool = defineTabTool({
  name: 'zoom',
  title: 'Zoom',
  description: 'Takes a part of an annotated screenshot larger, without marks. It has its own id and pixels.',
  family: 'vision',
  input: z.object({
    shot,
    x: z.number(),
    y: z.number(),
    width: z.number().positive(),
    height: z.number().positive(),
  }),
  effect: 'read',
  verb: 'look at',
  async run(zoom, tab, context) {
    return replyWith(tab, await context.annotated(tab.tabId, { zoom }));
  },
});

function replyWith(tab: TabFacts, { shot: id, picture, marks, omitted }: Annotated, text = '') {
  const { tabId, url, title } = tab;
  const { mimeType, width, height } = picture;
  const more = omitted === 0 ? '' : `; ${omitted} refs are not drawn`;
  return {
    facts: { tabId, url, title, shot: id, mimeType, width, height, marks: marks.map(({ line: _, ...mark }) => mark) },
    parts: [
      ...pageParts(tab, text),
      ours(`Screenshot ${id}, ${width} × ${height} pixels${more}. It is valid until the page moves.`),
      image(picture),
    ],
  };
}
