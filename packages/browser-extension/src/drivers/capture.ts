// Pictures of tabs that may be hidden: Firefox can take them, Chromium's debugger too.
import { limits, SallyportError } from '@sallyport/protocol';
import { type BrowserApi, captureTabOf, debuggerOf } from '../platform.ts';
import type { Picture, PictureOptions } from '../tools/context.ts';
import { createDebuggerSessions } from './debugger-session.ts';
import { shootWithDebugger } from './debugger-shot.ts';

export type Capture = (tabId: number, options: PictureOptions, signal: AbortSignal) => Promise<Picture>;

/** Returns base64 of a JPEG file. */
type Shoot = (tabId: number, options: PictureOptions, signal: AbortSignal) => Promise<string>;

/** Smaller with every try, until it fits: after eight a picture has a three-hundredth of its pixels. */
const SHRINK = 0.7;
const MAX_TRIES = 8;
const MIN_QUALITY = 30;

export function createCapture({ api }: { readonly api: BrowserApi }): Capture {
  const shoot = shooterFor(api);
  return async (tabId, asked, signal) => {
    let options = asked;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const data = await shoot(tabId, options, signal);
      if (data.length <= limits.screenshot.maxChars) return pictureFrom(data);
      options = {
        quality: Math.min(options.quality, Math.max(MIN_QUALITY, Math.round(options.quality * SHRINK))),
        scale: options.scale * SHRINK,
      };
    }
    throw new SallyportError('ERR_FRAME_TOO_LARGE', 'The picture does not fit, however small.', {
      hint: 'Ask for a smaller scale or a lower quality.',
    });
  };
}

function shooterFor(api: BrowserApi): Shoot {
  const captureTab = captureTabOf(api);
  if (captureTab !== undefined) {
    return async (tabId, { quality, scale }) => {
      const dataUrl = await captureTab(tabId, { format: 'jpeg', quality, scale });
      return dataUrl.slice(dataUrl.indexOf(',') + 1);
    };
  }
  const debuggerApi = debuggerOf(api);
  if (debuggerApi === undefined) {
    return () => Promise.reject(new SallyportError('ERR_TOOL_FAILED', 'This browser takes no pictures of its tabs.'));
  }
  const sessions = createDebuggerSessions(debuggerApi);
  return (tabId, options, signal) => sessions.run(tabId, signal, (command) => shootWithDebugger(command, options));
}

async function pictureFrom(data: string): Promise<Picture> {
  const mimeType = 'image/jpeg';
  const response = await fetch(`data:${mimeType};base64,${data}`);
  const bitmap = await createImageBitmap(await response.blob());
  const { width, height } = bitmap;
  bitmap.close();
  return { data, mimeType, width, height };
}
