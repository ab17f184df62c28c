// What passes between a web page's `window.agent`, the relay beside it and the background. No schema here: pages load it.
import type { JsonObject, Progress, WireError } from '@sallyport/protocol';

/** The name of a relay's connection to the background. */
export const WEB_PAGE = 'web-page';

/** Events of the window by which the two scripts in a page meet, before any script of the page runs. */
export const meeting = { relay: 'sallyport:relay', port: 'sallyport:port' } as const;

export const pageMethods = [
  'requestPermissions',
  'permissions.list',
  'tools.list',
  'tools.call',
  'createRun',
  'activeTab.readability',
] as const;

export type PageMethod = (typeof pageMethods)[number];

/** From a page. `id` is the page's own number for the request. */
export type PageMessage =
  | {
      readonly id: number;
      readonly method: PageMethod;
      readonly params: JsonObject;
      /** Set by the relay: the user clicked or typed in the page just now. */
      readonly isByUser?: boolean;
    }
  | { readonly id: number; readonly cancel: true };

/** To a page. */
export type PageReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: WireError }
  | { readonly id: number; readonly progress: Progress };
