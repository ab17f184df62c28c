// Gives files to a file field.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { actOutput, reply } from './act-reply.ts';
import type { ToolContext } from './context.ts';
import { ref, tabId } from './fields.ts';

/** A call travels in one message of a socket client. */
const CHARS_MAX = 700_000;
const FILES_MAX = 10;

const file = z.object({
  name: z.string().min(1).max(255),
  mimeType: z.string().max(255).default('application/octet-stream'),
  text: z.string().optional().describe('The content, as text.'),
  base64: z.string().optional().describe('The content, where it is no text.'),
});

export const uploadTool = defineTool({
  name: 'upload',
  title: 'Upload',
  description: 'Puts files into a file field, with contents that you give; files of the computer are not read.',
  input: z.object({
    ref: ref.optional().describe('A file field; without it what the page asked with last.'),
    files: z.array(file).min(1).max(FILES_MAX),
    tabId,
  }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ref: target, files }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('upload to', wanted);
    const contents = files.map(({ name, mimeType, ...content }) => ({
      name,
      mimeType,
      base64: base64Of(name, content),
    }));
    if (contents.reduce((sum, { base64 }) => sum + base64.length, 0) > CHARS_MAX) {
      throw new SallyportError('ERR_INPUT_INVALID', 'upload: the files are too large; half a megabyte fits.');
    }
    return reply(context, 'Uploaded to', await context.act(tabId, 'upload', { ref: target, files: contents }));
  },
});

function base64Of(name: string, { text, base64 }: { text?: string | undefined; base64?: string | undefined }): string {
  if (base64 !== undefined) return base64;
  if (text === undefined) throw new SallyportError('ERR_INPUT_INVALID', `upload: ${name} needs text or base64.`);
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
