// Puts the standing where the user sees it: badge and tooltip of the toolbar button.
import type { BrowserApi } from '../base/platform.ts';
import { badgeOf, type Standing, type Waiting } from '../base/standing.ts';

export async function showStanding(api: BrowserApi, standing: Standing, waiting: Waiting): Promise<void> {
  const { text, colour, title } = badgeOf(standing, waiting);
  await Promise.all([
    api.action.setBadgeText({ text }),
    api.action.setBadgeBackgroundColor({ color: colour }),
    api.action.setTitle({ title }),
  ]);
}
