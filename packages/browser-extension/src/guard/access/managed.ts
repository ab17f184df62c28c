// Whether this profile is one that the product itself made: its copy of the extension carries a file that no other has.
import { MANAGED_MARK } from '@sallyport/protocol';
import type { BrowserApi } from '../../base/platform.ts';

/** Only who writes files as the user can put it there: no page, no agent's tool and no other extension. */
export async function isManagedProfile(api: BrowserApi): Promise<boolean> {
  try {
    return (await fetch(api.runtime.getURL(MANAGED_MARK))).ok;
  } catch {
    // Where there is no such file, both browsers reject.
    return false;
  }
}
