// Pictures of tabs that may be hidden: Firefox can take them, Chromium's debugger too.
import { limits, SallyportError } from '@sallyport/protocol';
import type { Picture, PictureOptions } from '../base/facts.ts';
import { type BrowserApi, captureTabOf } from '../base/platform.ts';
import type { DebuggerSessions } from './debugger-session.ts';
import { shootWithDebugger } from './debugger-shot.ts';

/** Whose tab, and until when. */
export interface Subject {
  readonly tabId: number;
  readonly agentSession: string;
  readonly signal: AbortSignal;
}

export type Capture = (subject: Subject, options: PictureOptions) => Promise<Picture>;

/** Returns base64 of a JPEG file. */
type Shoot = (subject: Subject, options: PictureOptions) => Promise<string>;

/** Smaller with every try, until it fits: after eight a picture has a three-hundredth of its pixels. */
const SHRINK = 0.7;
const MAX_TRIES = 8;
const MIN_QUALITY = 30;

export interface CaptureOptions {
  readonly api: BrowserApi;
  /** Chromium's. */
  readonly sessions: DebuggerSessions | undefined;
  mayDebug(agentSession: string): boolean;
}

export function createCapture(options: CaptureOptions): Capture {
  const shoot = shooterFor(options);
  return async (subject, asked) => {
    let options = asked;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const data = await shoot(subject, options);
      if (data.length <= limits.screenshot.maxChars) return pictureFrom(data);
      options = {
        ...options,
        quality: Math.min(options.quality, Math.max(MIN_QUALITY, Math.round(options.quality * SHRINK))),
        scale: options.scale * SHRINK,
      };
    }
    throw new SallyportError('ERR_FRAME_TOO_LARGE', 'The picture does not fit, however small.', {
      hint: 'Ask for a smaller scale or a lower quality.',
    });
  };
}

function shooterFor({ api, sessions, mayDebug }: CaptureOptions): Shoot {
  const captureTab = captureTabOf(api);
  if (captureTab !== undefined) {
    return async ({ tabId }, { quality, scale, box }) => {
      const rect = box === undefined ? {} : { rect: box };
      const dataUrl = await captureTab(tabId, { format: 'jpeg', quality, scale, ...rect });
      return dataUrl.slice(dataUrl.indexOf(',') + 1);
    };
  }
  if (sessions === undefined) {
    return () => Promise.reject(new SallyportError('ERR_TOOL_FAILED', 'This browser takes no pictures of its tabs.'));
  }
  return async (subject, options) => {
    if (!mayDebug(subject.agentSession)) throw needsDebugger();
    return sessions.run(subject, (command) => shootWithDebugger(command, options));
  };
}

function needsDebugger(): SallyportError {
  return new SallyportError(
    'ERR_TOOL_FAILED',
    'Chromium takes pictures of tabs in the background by its debugger alone.',
    {
      hint: 'The user has switched it off, or cancelled it. Read the page with snapshot or read_text.',
    },
  );
}

async function pictureFrom(data: string): Promise<Picture> {
  const mimeType = 'image/jpeg';
  const response = await fetch(`data:${mimeType};base64,${data}`);
  const bitmap = await createImageBitmap(await response.blob());
  const { width, height } = bitmap;
  bitmap.close();
  return { data, mimeType, width, height };
}
