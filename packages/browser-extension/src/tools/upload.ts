// Uploads files to a file input.
import { limits, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import { actionReply } from './action-reply.ts';
import { ref, target } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';
import { refIfAny } from './target-ref.ts';

const CHARS_MAX = Math.ceil(limits.upload.maxBytes / 3) * 4;
const FILES_MAX = 10;

/** A file by its path, which the gateway replaces by the content, or with its content. */
export const givenFile = z.object({
  path: z.string().max(4096).optional().describe('Use alone.'),
  name: z.string().min(1).max(255).optional().describe('For inline contents.'),
  mimeType: z.string().max(255).default('application/octet-stream'),
  text: z.string().optional(),
  base64: z.string().optional(),
});

export const uploadTool = defineTabTool({
  name: 'upload',
  title: 'Upload',
  description: 'Uploads files to a file input or drop area: paths inside your working directory, or inline contents.',
  input: z.object({
    ref: ref.optional().describe('Default: the file chooser the page last opened.'),
    field: target.text.describe('Or its label.'),
    files: z.array(givenFile).min(1).max(FILES_MAX),
  }),
  effect: 'act',
  verb: 'upload to',
  async run({ files, ...named }, { tabId }, context) {
    const contents = files.map(({ path, name = '', mimeType, ...content }) => {
      if (content.base64 === undefined && content.text === undefined && path !== undefined)
        throw needsGateway('upload');
      if (name === '') throw new SallyportError('ERR_INPUT_INVALID', 'upload: inline contents need a name.');
      return { name, mimeType, base64: base64Of(name, content) };
    });
    if (contents.reduce((sum, { base64 }) => sum + base64.length, 0) > CHARS_MAX) {
      throw new SallyportError('ERR_INPUT_INVALID', 'upload: the files are larger than ten megabytes.');
    }
    const found = await refIfAny('upload', named, tabId, context);
    const names = contents.map(({ name }) => JSON.stringify(name)).join(', ');
    const done = `Uploaded ${names}${found === undefined ? '' : ` to ${found}`}`;
    const outcome = await context.act(tabId, 'upload', { ref: found, files: contents });
    // A page may take the files and empty the field, without any visible change.
    return actionReply(done, outcome, { isSure: true });
  },
});

/** Extensions cannot read files; the gateway replaces paths with contents before a call gets here. */
export function needsGateway(tool: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${tool}: paths only work through the gateway.`, {
    hint: 'Give the contents as text or base64.',
  });
}

export function base64Of(
  name: string,
  { text, base64 }: { text?: string | undefined; base64?: string | undefined },
): string {
  if (base64 !== undefined) return base64;
  if (text === undefined) throw new SallyportError('ERR_INPUT_INVALID', `upload: ${name} needs text or base64.`);
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
