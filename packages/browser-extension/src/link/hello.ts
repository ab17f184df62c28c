// How the extension introduces itself to its native host.
import { type BrowserHello, capabilities, PRODUCT_VERSION, WIRE } from '@sallyport/protocol';
import { type BrowserApi, browserName } from '../base/platform.ts';
import { profileId } from '../base/store.ts';
import { browserDeclarations } from '../tools/all.ts';
import { digestOf } from './tools-hash.ts';

export async function helloOf(api: BrowserApi, siteAccess: boolean): Promise<BrowserHello> {
  return {
    wire: WIRE,
    version: PRODUCT_VERSION,
    browser: await browserName(api),
    profile: { id: await profileId(api) },
    capabilities,
    toolsHash: await digestOf(browserDeclarations()),
    siteAccess,
  };
}
