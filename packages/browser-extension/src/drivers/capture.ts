// Pictures of tabs that may be hidden: Firefox can take them, Chromium's debugger too.
import { limits, SallyportError } from '@sallyport/protocol';
import { type BrowserApi, captureTabOf, debuggerOf } from '../platform.ts';
import type { Picture, PictureOptions } from '../tools/context.ts';
import { type Shot, shootWithDebugger } from './debugger-shot.ts';

export type Capture = (tabId: number, options: PictureOptions) => Promise<Picture>;

/** Smaller with every try, until it fits; a picture of the smallest kind always does. */
const SHRINK = 0.7;
const MAX_TRIES = 8;

export function createCapture({ api }: { readonly api: BrowserApi }): Capture {
  const shoot = shooterFor(api);
  return async (tabId, { quality, scale }) => {
    let options = { quality, scale };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const picture = await pictureFrom(await shoot(tabId, options));
      if (picture.data.length <= limits.screenshot.maxChars) return picture;
      options = { quality: Math.max(30, Math.round(options.quality * SHRINK)), scale: options.scale * SHRINK };
    }
    throw new SallyportError('ERR_FRAME_TOO_LARGE', 'The picture does not fit, however small.', {
      hint: 'Ask for a smaller scale or a lower quality.',
    });
  };
}

function shooterFor(api: BrowserApi): (tabId: number, options: PictureOptions) => Promise<Shot> {
  const captureTab = captureTabOf(api);
  if (captureTab !== undefined) {
    return async (tabId, { quality, scale }) => {
      const dataUrl = await captureTab(tabId, { format: 'jpeg', quality, scale });
      return { data: dataUrl.slice(dataUrl.indexOf(',') + 1) };
    };
  }
  const debuggerApi = debuggerOf(api);
  if (debuggerApi !== undefined) return (tabId, options) => shootWithDebugger(debuggerApi, tabId, options);
  return () => Promise.reject(new SallyportError('ERR_TOOL_FAILED', 'This browser cannot take pictures of its tabs.'));
}

async function pictureFrom({ data }: Shot): Promise<Picture> {
  const mimeType = 'image/jpeg';
  const response = await fetch(`data:${mimeType};base64,${data}`);
  const bitmap = await createImageBitmap(await response.blob());
  const { width, height } = bitmap;
  bitmap.close();
  return { data, mimeType, width, height };
}
