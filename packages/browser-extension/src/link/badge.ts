// Shows the link status where the user sees it: badge and tooltip of the toolbar button.

import { badgeOf, type LinkStatus, type Waiting } from '../base/link-status.ts';
import type { BrowserApi } from '../base/platform.ts';
import { text } from '../base/texts.ts';

export async function showLinkStatus(api: BrowserApi, linkStatus: LinkStatus, waiting: Waiting): Promise<void> {
  const { text: signs, colour, title } = badgeOf(linkStatus, waiting);
  await Promise.all([
    api.action.setBadgeText({ text: signs }),
    api.action.setBadgeBackgroundColor({ color: colour }),
    api.action.setTitle({ title: `${text('productName')}: ${title}` }),
  ]);
}
