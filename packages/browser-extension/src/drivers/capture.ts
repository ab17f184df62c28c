// Captures tabs, also hidden ones: by Firefox itself, by the debugger in Chromium.
import { limits, SallyportError } from '@sallyport/protocol';
import type { Picture, PictureOptions } from '../base/facts.ts';
import { type BrowserApi, captureTabOf } from '../base/platform.ts';
import type { DebuggerSessions } from './debugger-session.ts';
import { shootWithDebugger } from './debugger-shot.ts';

/** The tab, whose it is, and until when. */
export interface Subject {
  readonly tabId: number;
  readonly agentSession: string;
  readonly signal: AbortSignal;
}

export type Capture = (subject: Subject, options: PictureOptions) => Promise<Picture>;

/** Returns base64 of a JPEG file. */
type Shoot = (subject: Subject, options: PictureOptions) => Promise<string>;

/** The picture shrinks with every try; after eight it has a three-hundredth of its pixels. */
const SHRINK = 0.7;
const MAX_TRIES = 8;
const MIN_QUALITY = 30;

export interface CaptureOptions {
  readonly api: BrowserApi;
  /** Chromium's. */
  readonly sessions: DebuggerSessions | undefined;
  mayDebug(agentSession: string): boolean;
  /** Device pixels of a CSS pixel, where a device is emulated. */
  emulatedRatio(tabId: number): number | undefined;
}

export function createCapture(options: CaptureOptions): Capture {
  const shoot = shooterFor(options);
  return async (subject, wanted) => {
    let options = wanted;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const data = await shoot(subject, options);
      if (data.length <= limits.screenshot.maxChars) return pictureFrom(data);
      options = {
        ...options,
        quality: Math.min(options.quality, Math.max(MIN_QUALITY, Math.round(options.quality * SHRINK))),
        scale: options.scale * SHRINK,
      };
    }
    throw new SallyportError('ERR_FRAME_TOO_LARGE', 'The picture is still too large after shrinking.', {
      hint: 'Ask for a smaller scale or a lower quality.',
    });
  };
}

function shooterFor({ api, sessions, mayDebug, emulatedRatio }: CaptureOptions): Shoot {
  const captureTab = captureTabOf(api);
  if (captureTab !== undefined) {
    return async ({ tabId }, { quality, scale, part, box = part, ready }) => {
      await ready?.();
      const rect = box === undefined ? {} : { rect: box };
      const dataUrl = await captureTab(tabId, { format: 'jpeg', quality, scale, ...rect });
      return dataUrl.slice(dataUrl.indexOf(',') + 1);
    };
  }
  if (sessions === undefined) {
    return () => Promise.reject(new SallyportError('ERR_TOOL_FAILED', 'This browser cannot capture its tabs.'));
  }
  return async (subject, options) => {
    if (!mayDebug(subject.agentSession)) throw needsDebugger();
    return sessions.run(subject, (command) =>
      sessions.drawing.picture(subject.tabId, command, () =>
        shootWithDebugger(command, options, emulatedRatio(subject.tabId)),
      ),
    );
  };
}

function needsDebugger(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'Chromium can only capture background tabs with its debugger.', {
    hint: 'The user has switched it off or cancelled it. Read the page with snapshot or read_text.',
  });
}

async function pictureFrom(data: string): Promise<Picture> {
  const mimeType = 'image/jpeg';
  const response = await fetch(`data:${mimeType};base64,${data}`);
  const bitmap = await createImageBitmap(await response.blob());
  const { width, height } = bitmap;
  bitmap.close();
  return { data, mimeType, width, height };
}
