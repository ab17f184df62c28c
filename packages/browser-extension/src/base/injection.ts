// Runs functions inside documents. Each is injected as source text, so it cannot use anything else from its file.
import type { Place } from './facts.ts';
import type { BrowserApi } from './platform.ts';

/** Otherwise the browser waits for the document to load, which never happens on an endless response. */
const injectImmediately = true;

/** In one document. Undefined when the page navigated during the call. */
export async function inject<Args extends unknown[]>(
  api: BrowserApi,
  { tabId, frameId }: Place,
  func: (...args: Args) => unknown,
  args: Args,
  world: 'MAIN' | 'ISOLATED' = 'ISOLATED',
): Promise<unknown> {
  const target = { tabId, frameIds: [frameId] };
  const [frame] = await api.scripting.executeScript({ target, world, func, args, injectImmediately });
  return frame?.result;
}

/** In every document of a tab; empty where the browser blocks the extension. */
export async function injectInAll<Args extends unknown[]>(
  api: BrowserApi,
  tabId: number,
  func: (...args: Args) => unknown,
  args: Args,
): Promise<readonly { readonly frameId: number; readonly result?: unknown }[]> {
  const target = { tabId, allFrames: true };
  return api.scripting.executeScript({ target, func, args, injectImmediately }).catch(() => []);
}
