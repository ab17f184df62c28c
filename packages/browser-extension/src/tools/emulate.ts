// Shows the agent's tab as on another device: size, media, preferences.
import { limits, ours } from '@sallyport/protocol';
import * as z from 'zod';
import { deviceNames } from '../base/devices.ts';
import type { EmulatedState } from '../base/facts.ts';
import { pageParts } from './page-part.ts';
import { defineTabTool } from './tab-tool.ts';

const { minPx, maxPx } = limits.viewport;
const side = z.int().min(minPx).max(maxPx);

export const emulateTool = defineTabTool({
  name: 'emulate',
  title: 'Emulate',
  description:
    'Shows your tab in another size, as on another device, or with other preferences, until reset or the end of your session. Settings add up. Firefox: viewport only.',
  family: 'capture',
  input: z.object({
    viewport: z.object({ width: side, height: side }).optional(),
    device: z.enum(deviceNames).optional(),
    media: z.enum(['screen', 'print']).optional(),
    colorScheme: z.enum(['light', 'dark']).optional(),
    reducedMotion: z.boolean().optional(),
    reset: z.boolean().default(false).describe('Undo all before.'),
  }),
  effect: 'act',
  verb: 'emulate',
  async run(wanted, tab, context) {
    const state = await context.emulate(tab.tabId, wanted);
    const { tabId, url, title } = await context.tabs.facts(tab.tabId);
    const shown = textOf(state);
    return {
      facts: { tabId, url, title, emulated: state },
      parts: [
        ...pageParts({ tabId, url, title }),
        ours(shown === '' ? 'Nothing is emulated.' : `Emulated: ${shown}. Reload if the page reads this only once.`),
      ],
    };
  },
});

function textOf({ viewport, ...others }: EmulatedState): string {
  const size = viewport === undefined ? [] : [`viewport ${viewport.width} × ${viewport.height}`];
  return [...size, ...Object.entries(others).map(([name, value]) => `${name} ${String(value)}`)].join(', ');
}
