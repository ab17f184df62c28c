// Paints over parts of a picture, in the background, where no page can interfere.

import type { Picture } from '../../base/facts.ts';
import type { Box } from '../../base/page-calls.ts';

const COVER = '#5b6472';
const PIECE = 0x8000;

export async function paintOver(picture: Picture, boxes: readonly Box[], quality: number): Promise<Picture> {
  const { data, mimeType, width, height } = picture;
  const response = await fetch(`data:${mimeType};base64,${data}`);
  const bitmap = await createImageBitmap(await response.blob());
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  // Better no picture than one that shows what it must not.
  if (context === null) throw new TypeError('No canvas context to paint with.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  context.fillStyle = COVER;
  for (const { x, y, width: across, height: down } of boxes) context.fillRect(x, y, across, down);
  const painted = await canvas.convertToBlob({ type: mimeType, quality: quality / 100 });
  return { ...picture, data: base64Of(new Uint8Array(await painted.arrayBuffer())) };
}

function base64Of(bytes: Uint8Array): string {
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * PIECE, (at + 1) * PIECE)),
  );
  return btoa(pieces.join(''));
}
