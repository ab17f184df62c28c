// Frames whose parents let them use `window.agent`: which those are, and the scripts for them. What a frame says of itself
// does not count; its place comes from the browser, and the parent's word from the parent's own document.
import { isRecord, recordsIn } from '@sallyport/protocol';
import { allowsAgent } from '../base/allow-attribute.ts';
import { inject } from '../base/injection.ts';
import { files } from '../base/manifest.ts';
import type { BrowserApi } from '../base/platform.ts';
import { ownIndex } from '../pages/documents.ts';
import { secureOriginOf } from './page-sender.ts';

export interface FramesOptions {
  readonly api: BrowserApi;
  /** Whether the user's settings allow this origin to use `window.agent`. */
  readonly isAllowed: (origin: string) => boolean;
  /** Resolves when the settings are known. */
  readonly loaded: Promise<void>;
}

export interface FramePlace {
  readonly tabId: number;
  readonly frameId: number;
  readonly origin: string;
}

/** Deeper ones get nothing. */
const DEPTH_MAX = 8;

export type IsDelegated = (frame: FramePlace) => Promise<boolean>;

/** Starts listening at once: a frame gets the scripts when its document begins, as soon as its parents were asked. */
export function watchFrames({ api, isAllowed, loaded }: FramesOptions): IsDelegated {
  /** Every document from the frame up to the top lets the next one in. */
  async function isDelegated({ tabId, frameId, origin }: FramePlace, depth = 1): Promise<boolean> {
    if (frameId === 0) return true;
    const parentFrameId = (await api.webNavigation.getFrame({ tabId, frameId }))?.parentFrameId ?? -1;
    if (depth > DEPTH_MAX || parentFrameId < 0) return false;
    const parent = { tabId, frameId: parentFrameId };
    const around = await inject(api, parent, framesThatMayUse, []);
    if (!isRecord(around)) return false;
    const parentOrigin = secureOriginOf(String(around.origin));
    const candidates = recordsIn(around.frames).filter(({ allow, source }) => {
      const framing = { allow: String(allow), sourceOrigin: secureOriginOf(String(source)) };
      return parentOrigin !== undefined && allowsAgent({ ...framing, parentOrigin }, origin);
    });
    // Most pages have none, and their frames are not asked.
    if (parentOrigin === undefined || candidates.length === 0) return false;
    const index = await inject(api, { tabId, frameId }, ownIndex, []);
    const isNamed = candidates.some((candidate) => candidate.index === index);
    return isNamed && isDelegated({ ...parent, origin: parentOrigin }, depth + 1);
  }

  async function begin(frame: FramePlace): Promise<void> {
    await loaded;
    if (!isAllowed(frame.origin) || !(await isDelegated(frame))) return;
    const target = { tabId: frame.tabId, frameIds: [frame.frameId] };
    const early = { target, injectImmediately: true };
    await api.scripting.executeScript({ ...early, files: [files.webRelay] });
    await api.scripting.executeScript({ ...early, files: [files.webApi], world: 'MAIN' });
  }

  api.webNavigation.onCommitted.addListener(({ tabId, frameId, url }) => {
    const origin = secureOriginOf(url);
    // Frames come and go; one that is gone needs nothing.
    if (frameId !== 0 && origin !== undefined) begin({ tabId, frameId, origin }).catch(() => {});
  });
  return (frame) => isDelegated(frame).catch(() => false);
}

/** Injected as source text: it cannot use anything from this file. Frames with `agent` in their attribute, by their index. */
function framesThatMayUse(): { origin: string; frames: { index: number; allow: string; source: string }[] } {
  const frames: { index: number; allow: string; source: string }[] = [];
  for (const element of document.querySelectorAll<HTMLIFrameElement>('iframe[allow*="agent" i]')) {
    for (let index = 0; index < window.length; index += 1) {
      if (window[index] !== element.contentWindow) continue;
      frames.push({ index, allow: element.allow, source: element.src });
    }
  }
  return { origin: window.origin, frames };
}
