// Records what the agent does as a GIF.
import { file, ours } from '@sallyport/protocol';
import * as z from 'zod';
import { defineTabTool } from './tab-tool.ts';

export const recordTool = defineTabTool({
  name: 'record',
  title: 'Record',
  description:
    'Records your actions: after each one a picture of its tab, with a caption. stop saves them as a GIF in a folder of yours and returns its path; it can be repeated.',
  family: 'capture',
  input: z.object({ action: z.enum(['start', 'stop']) }),
  effect: 'read',
  verb: 'capture',
  async run({ action }, { tabId }, context) {
    if (action === 'start') {
      await context.startRecording(tabId);
      return { facts: { tabId }, parts: [ours('Recording.')] };
    }
    const { data, bytes, frames, omitted } = await context.stopRecording();
    const more = omitted === 0 ? '' : ` ${omitted} later actions are not in it.`;
    return {
      facts: { tabId, frames, bytes, omitted },
      parts: [
        ours(`GIF with ${frames} ${frames === 1 ? 'frame' : 'frames'}, ${bytes} bytes.${more}`),
        file({ name: 'recording.gif', mimeType: 'image/gif', data }),
      ],
    };
  },
});
