// Colours of pages as numbers, to tell text from what it stands on.

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export const white: Colour = [255, 255, 255, 1];

/** Nearer than this in every channel, two colours look the same. */
const NEAR = 12;
const KNOWN_MAX = 500;
const known = new Map<string, Colour>();

/** Of a computed value. Pages have few colours, so each is read once. */
export function colourOf(text: string): Colour {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const colour = plainColour(text) ?? drawnColour(text);
  known.set(text, colour);
  return colour;
}

function plainColour(text: string): Colour | undefined {
  const [, red, green, blue, alpha = '1'] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text) ?? [];
  return red === undefined ? undefined : [Number(red), Number(green), Number(blue), Number(alpha)];
}

/** Of other colour spaces, by what the browser paints for it. */
function drawnColour(text: string): Colour {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) return [0, 0, 0, 1];
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

export function isNear(one: Colour, other: Colour): boolean {
  return [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) <= NEAR);
}

/** What is seen of a colour on another. */
export function onTop([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mix = (top: number, under: number) => top * alpha + under * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}
