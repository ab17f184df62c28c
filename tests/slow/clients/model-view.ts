// What a model reads of one result, whichever API carried it: the text as it arrived, and the images.
import { isRecord } from '@sallyport/protocol';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import type { Body } from './model-stub.ts';

export interface ModelView {
  /** As the request had it: what the model pays for. */
  readonly received: string;
  /** The same without the escapes of JSON, for assertions on what it says. */
  readonly text: string;
  /** Base64. */
  readonly images: readonly string[];
}

/** Of a result as a client sent it to its model, or of MCP's own content where there is no model. */
export function viewOf(result: Body): ModelView {
  const texts: string[] = [];
  const images: string[] = [];
  collect(result, texts, images);
  const received = texts.join('\n');
  // Objects arrive as JSON; Gemini has its own words around it.
  const text = received.replaceAll('\\n', '\n').replaceAll('\\"', '"');
  return { received, text, images };
}

/** Keys under which the three APIs and MCP carry texts of results. */
const textKeys: readonly string[] = ['text', 'content', 'output', 'error'];

function collect(value: unknown, texts: string[], images: string[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, texts, images);
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') collect(inner, texts, images);
    else if (textKeys.includes(key)) texts.push(inner);
    else if (key === 'data') images.push(inner);
    else if (key === 'image_url') images.push(inner.replace(/^data:[^,]*,/, ''));
  }
}

const fences = /<untrusted (\d{3,9})[^>]*>\n([\s\S]*?)\n<\/untrusted \1>/g;

export function insideFences(text: string): string {
  return Array.from(text.matchAll(fences), ([, , inside]) => inside).join('\n');
}

export function outsideFences(text: string): string {
  return text.replaceAll(fences, '');
}

const tokenizer = new Tiktoken(o200k);

export function tokensIn(text: string): number {
  return tokenizer.encode(text, [], []).length;
}

/** Where a long text is cut depends on the refs in it, which are random. */
const LONG_TOKENS = 1000;
const LONG_STEP = 500;

/** The same number in every run: ports, tabs, times, ids and folders differ in length. */
export function steadyTokensIn(text: string, home: string): number {
  const count = tokensIn(
    text
      .replaceAll(home, '/home/user')
      .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, '40000')
      .replaceAll(/(?<=Tab )\d+/g, '123456789')
      .replaceAll(/(?<=<\/?untrusted )\d{3,9}/g, (mark) => '123456789'.slice(0, mark.length))
      .replaceAll(/(?<=Wall time: )[\d.]+/g, '0.1')
      .replaceAll(/(?<=durationMs":)\d+/g, '10')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2000-01-01T00:00:00.000Z')
      .replaceAll(/[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
      .replaceAll(/(?<=\[Image: source: )[^\]]*/g, '/home/user/image.jpg'),
  );
  return count < LONG_TOKENS ? count : Math.round(count / LONG_STEP) * LONG_STEP;
}
