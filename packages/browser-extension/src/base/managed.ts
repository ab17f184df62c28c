// Whether Sallyport created this profile: its copy of the extension then contains a marker file.
import { MANAGED_MARK } from '@sallyport/protocol';
import type { BrowserApi } from './platform.ts';

/** Only a program that runs as the user can put the file there: no page, no tool and no other extension. */
export async function isManagedProfile(api: BrowserApi): Promise<boolean> {
  try {
    return (await fetch(api.runtime.getURL(MANAGED_MARK))).ok;
  } catch {
    // Both browsers reject when there is no such file.
    return false;
  }
}
