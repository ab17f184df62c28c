// Gives files to a file field.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { actOutput, reply } from './act-reply.ts';
import type { ToolContext } from './context.ts';
import { ref, tabId } from './fields.ts';

const CHARS_MAX = Math.ceil(limits.upload.maxBytes / 3) * 4;
const FILES_MAX = 10;

const file = z.object({
  path: z.string().max(4096).optional().describe('A file below the folder you work in; then nothing else is needed.'),
  name: z.string().min(1).max(255).optional().describe('How the page sees it called.'),
  mimeType: z.string().max(255).default('application/octet-stream'),
  text: z.string().optional().describe('The content, as text.'),
  base64: z.string().optional().describe('The content, where it is no text.'),
});

export const uploadTool = defineTool({
  name: 'upload',
  title: 'Upload',
  description: 'Puts files into a file field: those below the folder you work in by path, or contents that you give.',
  input: z.object({
    ref: ref.optional().describe('A file field; without it what the page asked with last.'),
    files: z.array(file).min(1).max(FILES_MAX),
    tabId,
  }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ref: target, files }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('upload to', wanted);
    const contents = files.map(({ path, name = '', mimeType, ...content }) => {
      if (content.base64 === undefined && content.text === undefined && path !== undefined) throw needsGateway();
      if (name === '') throw new SallyportError('ERR_INPUT_INVALID', 'upload: contents need a name.');
      return { name, mimeType, base64: base64Of(name, content) };
    });
    if (contents.reduce((sum, { base64 }) => sum + base64.length, 0) > CHARS_MAX) {
      throw new SallyportError('ERR_INPUT_INVALID', 'upload: the files are too large; ten megabytes fit.');
    }
    return reply(context, 'Uploaded to', await context.act(tabId, 'upload', { ref: target, files: contents }));
  },
});

/** The browser reads nothing of the disk; the gateway knows whose call it is, and has put contents in the place of paths. */
function needsGateway(): SallyportError {
  return new SallyportError(
    'ERR_INPUT_INVALID',
    'upload: files are read by the gateway, which this call did not pass.',
    {
      hint: 'Give their contents instead, as text or base64.',
    },
  );
}

function base64Of(name: string, { text, base64 }: { text?: string | undefined; base64?: string | undefined }): string {
  if (base64 !== undefined) return base64;
  if (text === undefined) throw new SallyportError('ERR_INPUT_INVALID', `upload: ${name} needs text or base64.`);
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
