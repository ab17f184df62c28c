// Paints over parts of a picture and marks others, in the background, where no page can interfere.

import type { Picture } from '../../base/facts.ts';
import type { Box } from '../../base/page-calls.ts';

const COVER = '#5b6472';
const PIECE = 0x8000;

/** A box with its name, drawn over the picture. */
export interface DrawnMark {
  readonly name: string;
  readonly box: Box;
}

export async function paintOver(
  picture: Picture,
  boxes: readonly Box[],
  quality: number,
  marks: readonly DrawnMark[] = [],
): Promise<Picture> {
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
  for (const [at, mark] of marks.entries()) drawMark(context, mark, markColours[at % markColours.length] ?? COVER);
  const painted = await canvas.convertToBlob({ type: mimeType, quality: quality / 100 });
  return { ...picture, data: base64Of(new Uint8Array(await painted.arrayBuffer())) };
}

export function base64Of(bytes: Uint8Array): string {
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * PIECE, (at + 1) * PIECE)),
  );
  return btoa(pieces.join(''));
}

/** Dark enough for white letters; neighbours differ. */
const markColours = ['#c2185b', '#1565c0', '#2e7d32', '#6a1b9a', '#bf360c', '#00695c'];
const LETTERS_PX = 12;
const NAME_PX = LETTERS_PX + 3;

/** The name stands above the box, so as not to hide what it marks, or in its corner at the picture's upper edge. */
function drawMark(context: OffscreenCanvasRenderingContext2D, { name, box }: DrawnMark, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(box.x, box.y, box.width, box.height);
  context.font = `bold ${LETTERS_PX}px sans-serif`;
  context.textBaseline = 'top';
  const top = box.y >= NAME_PX ? box.y - NAME_PX : box.y;
  context.fillStyle = colour;
  context.fillRect(box.x - 1, top, context.measureText(name).width + 6, NAME_PX);
  context.fillStyle = '#ffffff';
  context.fillText(name, box.x + 2, top + 2);
}
