// The tool `record`: a GIF of what an agent does, in both browsers, decoded and looked at.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openScene } from '../../e2e/browser/scene.ts';
import { type DecodedGif, decodeGif } from '../../support/decode-gif.ts';

const page = `<!doctype html><title>Steps</title><style>body { margin: 0; background: #fff } input { position: absolute; left: 0; width: 300px; height: 60px; font-size: 40px }</style>
<button style="position: absolute; left: 400px; top: 0; width: 200px; height: 100px" onclick="document.body.style.background = 'rgb(0, 160, 0)'">Paint</button>
<input aria-label="Note" style="top: 150px; color: rgb(0, 0, 255)"><input aria-label="Verification code" style="top: 250px; background: rgb(255, 0, 0); color: rgb(255, 0, 0)" value="">`;

/** As in the extension: the height of the bar with the caption. */
const CAPTION_PX = 28;

/** The pixels of a frame's bar. */
function captionOf({ width, height, frames }: DecodedGif, at: number): string {
  const { rgba } = frames[at] ?? { rgba: new Uint8Array() };
  return Buffer.from(rgba.subarray(width * (height - CAPTION_PX) * 4)).toString('base64');
}

/** Where the letters are that a frame has above its bar. */
function lettersOf({ width, height, frames }: DecodedGif, at: number) {
  const { rgba } = frames[at] ?? { rgba: new Uint8Array() };
  const bright = Array.from({ length: width * (height - CAPTION_PX) }, (_, pixel) => pixel).filter(
    (pixel) => (rgba[pixel * 4] ?? 0) > 180,
  );
  const [across, down] = [bright.map((pixel) => pixel % width), bright.map((pixel) => Math.floor(pixel / width))];
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const [top, bottom] = [Math.min(...down), Math.max(...down)];
  return { count: bright.length, width: right - left, height: bottom - top, left, right, top, bottom };
}

/** How many pixels of a frame have this colour, nearly. */
function count({ frames }: DecodedGif, at: number, [red, green, blue]: readonly [number, number, number]): number {
  const { rgba } = frames[at] ?? frames[0] ?? { rgba: new Uint8Array() };
  let found = 0;
  for (let pixel = 0; pixel < rgba.length; pixel += 4) {
    const near = [red, green, blue].every((value, channel) => Math.abs(value - (rgba[pixel + channel] ?? 0)) < 45);
    if (near) found += 1;
  }
  return found;
}

describe.each(['chromium', 'firefox'] as const)('record in %s', (hands) => {
  const scene = openScene(hands, { pages: { '/steps': page } });

  it('has a frame for the start and for each action, and covers secret fields that are filled', async () => {
    await scene.at('/steps');
    await scene.agent.call('record', { action: 'start' });
    await scene.agent.call('click', { ref: scene.agent.ref('Paint') });
    await scene.agent.call('snapshot');
    await scene.agent.call('type', { ref: scene.agent.ref('Verification code'), text: '735291' });
    const { file, facts, text } = await scene.agent.call('record', { action: 'stop' });
    if (process.env.KEEP_FILES !== undefined) writeFileSync(`${process.env.KEEP_FILES}/${hands}.gif`, file);
    expect(facts).toMatchObject({ frames: 3, bytes: file.length, omitted: 0 });
    expect(text).toContain(`GIF with 3 frames, ${file.length} bytes.`);
    const gif = decodeGif(file);
    expect([gif.frames.length, Math.max(gif.width, gif.height - CAPTION_PX) <= 800]).toEqual([3, true]);
    expect(gif.frames.map(({ delayMs }) => delayMs)).toEqual([1200, 1200, 3000]);
    const green = [0, 1, 2].map((at) => count(gif, at, [0, 160, 0]) > 10_000);
    expect(green).toEqual([false, true, true]);
    // The red field is seen while it is empty, and painted over once it holds a code.
    const red = [0, 1, 2].map((at) => count(gif, at, [255, 0, 0]) > 1000);
    expect(red).toEqual([true, true, false]);
  });

  it('has captions of tool and element, whatever is typed, and can be saved again', async () => {
    await scene.at('/steps');
    await scene.agent.call('record', { action: 'start' });
    const note = scene.agent.ref('Note');
    await scene.agent.call('type', { ref: note, text: 'one' });
    await scene.agent.call('type', { ref: note, text: 'another' });
    await scene.agent.call('click', { ref: note });
    const { file } = await scene.agent.call('record', { action: 'stop' });
    const gif = decodeGif(file);
    const [, first, second, click] = [0, 1, 2, 3].map((at) => captionOf(gif, at));
    expect(first).toBe(second);
    expect(first).not.toBe(click);
    expect((await scene.agent.call('record', { action: 'stop' })).file).toEqual(file);
  });

  it('says when there is nothing to save', async () => {
    await scene.at('/steps');
    await expect(scene.agent.call('record', { action: 'stop' })).rejects.toThrow('Nothing was recorded');
    await scene.agent.call('record', { action: 'start' });
    await expect(scene.agent.call('record', { action: 'start' })).rejects.toThrow('recording already');
  });
});

describe('record in Chromium without its debugger', () => {
  const scene = openScene('quiet', { pages: { '/steps': page } });

  it('has plain frames, which say that there is no picture', async () => {
    await scene.at('/steps');
    await scene.agent.call('record', { action: 'start' });
    await scene.agent.call('click', { ref: scene.agent.ref('Paint') });
    const gif = decodeGif((await scene.agent.call('record', { action: 'stop' })).file);
    expect([gif.width, gif.height, gif.frames.length]).toEqual([640, 360 + CAPTION_PX, 2]);
    for (const at of [0, 1]) {
      const { count: letters, ...box } = lettersOf(gif, at);
      // One line of 24 letters of 15 pixels, in the middle.
      expect(letters).toBeGreaterThan(100);
      expect([box.width > 100 && box.width < 250, box.height > 5 && box.height < 20]).toEqual([true, true]);
      expect(Math.abs(box.left + box.right - 640) + Math.abs(box.top + box.bottom - 360)).toBeLessThan(20);
    }
    expect(captionOf(gif, 0)).not.toBe(captionOf(gif, 1));
  });
});
