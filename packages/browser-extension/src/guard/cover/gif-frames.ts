// Draws the frames of a recording, with captions below, and makes a GIF of them.
import { limits } from '@sallyport/protocol';
import type { Picture, RecordedGif } from '../../base/facts.ts';
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

/** Of the first frames: as many as a file may hold. */
export async function gifOf(frames: readonly Frame[], signal: AbortSignal): Promise<Omit<RecordedGif, 'omitted'>> {
  const size = sizeOf(frames);
  const counts = new ColourCounts();
  const pixelsOf = (frame: Frame) => {
    signal.throwIfAborted();
    return drawn(frame, size);
  };
  // Drawn twice, since all of them at once would take a hundred MB.
  for (const frame of frames) counts.add(await pixelsOf(frame));
  const writer = new GifWriter({ width: size.width, height: size.height + CAPTION_PX }, counts.palette());
  const { frameMs, lastFrameMs } = limits.recording;
  const { maxBytes } = limits.files;
  let written = 0;
  for (const frame of frames) {
    const delayMs = written === frames.length - 1 ? lastFrameMs : frameMs;
    if (!writer.add(await pixelsOf(frame), { delayMs, maxBytes })) break;
    written += 1;
  }
  const gif = writer.finish();
  return { data: base64Of(gif), bytes: gif.length, frames: written };
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
