// Draws the frames of a recording, with captions below, and makes a GIF of them.
import { limits, SallyportError } from '@sallyport/protocol';
import type { Picture } from '../../base/facts.ts';
import { type GifSize, GifWriter } from '../../base/gif/gif-writer.ts';
import { ColourCounts } from '../../base/gif/palette.ts';
import { base64Of } from './paint.ts';

export interface Frame {
  /** Undefined where the page may not be shown. */
  readonly picture: Picture | undefined;
  readonly caption: string;
}

const CAPTION_PX = 28;
const LETTERS_PX = 15;
const BAR = '#1f2933';
const LETTERS = '#ffffff';
const EMPTY = '#5b6472';
const NO_PICTURE = 'No picture of this page.';
/** Where no frame has a picture. */
const PLAIN_SIZE = { width: 640, height: 360 };

export async function gifOf(frames: readonly Frame[]): Promise<{ data: string; bytes: number; frames: number }> {
  const size = sizeOf(frames);
  const counts = new ColourCounts();
  // Drawn twice, since all of them at once would take a hundred MB.
  for (const frame of frames) counts.add(await drawn(frame, size));
  const writer = new GifWriter({ width: size.width, height: size.height + CAPTION_PX }, counts.palette());
  const { frameMs, lastFrameMs } = limits.recording;
  for (const [at, frame] of frames.entries()) {
    writer.add(await drawn(frame, size), at === frames.length - 1 ? lastFrameMs : frameMs);
    if (writer.bytes > limits.files.maxBytes) throw tooLarge();
  }
  const gif = writer.finish();
  return { data: base64Of(gif), bytes: gif.length, frames: frames.length };
}

/** Every frame fits in. */
function sizeOf(frames: readonly Frame[]): GifSize {
  const pictures = frames.flatMap(({ picture }) => picture ?? []);
  if (pictures.length === 0) return PLAIN_SIZE;
  return {
    width: Math.max(...pictures.map(({ width }) => width)),
    height: Math.max(...pictures.map(({ height }) => height)),
  };
}

async function drawn({ picture, caption }: Frame, { width, height }: GifSize): Promise<Uint8ClampedArray> {
  const canvas = new OffscreenCanvas(width, height + CAPTION_PX);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new TypeError('No canvas context to draw with.');
  context.fillStyle = EMPTY;
  context.fillRect(0, 0, width, height);
  context.font = `${LETTERS_PX}px sans-serif`;
  context.textBaseline = 'middle';
  if (picture === undefined) {
    context.fillStyle = LETTERS;
    context.fillText(NO_PICTURE, (width - context.measureText(NO_PICTURE).width) / 2, height / 2);
  } else {
    const response = await fetch(`data:${picture.mimeType};base64,${picture.data}`);
    const bitmap = await createImageBitmap(await response.blob());
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
  }
  context.fillStyle = BAR;
  context.fillRect(0, height, width, CAPTION_PX);
  context.fillStyle = LETTERS;
  context.fillText(caption, 8, height + CAPTION_PX / 2, width - 16);
  return context.getImageData(0, 0, width, height + CAPTION_PX).data;
}

function tooLarge(): SallyportError {
  return new SallyportError('ERR_FRAME_TOO_LARGE', 'The recording is too large to be saved.', {
    hint: `The limit is ${limits.files.maxBytes / 1024 / 1024} MiB. Record fewer actions.`,
  });
}
