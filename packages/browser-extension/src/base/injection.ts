// Runs functions inside documents. Each is injected as source text, so it may use nothing of its own file.
import type { Place } from './facts.ts';
import type { BrowserApi } from './platform.ts';

/** At once: a page that never ends would else be waited for without end. */
const injectImmediately = true;

/** In one document. Undefined where the page was left in mid-call. */
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

/** In every document of a tab; in none where the browser does not let us in. */
export async function injectInAll<Args extends unknown[]>(
  api: BrowserApi,
  tabId: number,
  func: (...args: Args) => unknown,
  args: Args,
): Promise<readonly { readonly frameId: number; readonly result?: unknown }[]> {
  const target = { tabId, allFrames: true };
  return api.scripting.executeScript({ target, func, args, injectImmediately }).catch(() => []);
}
