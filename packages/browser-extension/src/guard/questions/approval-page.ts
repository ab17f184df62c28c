// Brings a question before the user without taking the focus: a small window behind theirs, or a tab where a browser
// focuses every new window; a notification says so.
import { files } from '../../base/manifest.ts';
import { ASKING } from '../../base/panel-state.ts';
import type { BrowserApi } from '../../base/platform.ts';

export interface ApprovalPage {
  /** Opens it unless it is open. */
  show(title: string): Promise<void>;
  /** All is answered: what was opened to ask goes. */
  close(): Promise<void>;
}

const SIZE = { width: 460, height: 620 };
const NOTIFICATION = 'sallyport-question';

export function createApprovalPage(api: BrowserApi): ApprovalPage {
  const url = api.runtime.getURL(files.panel) + ASKING;

  async function openTabs(): Promise<chrome.tabs.Tab[]> {
    const all = await api.tabs.query({});
    return all.filter((tab) => (tab.url ?? tab.pendingUrl) === url);
  }

  async function open(): Promise<void> {
    // Firefox gives a new window the focus even when told not to.
    const isFirefox = 'getBrowserInfo' in api.runtime;
    if (isFirefox) await api.tabs.create({ url, active: false });
    else await api.windows.create({ url, type: 'popup', focused: false, ...SIZE });
  }

  async function bringForward(): Promise<void> {
    const [tab] = await openTabs();
    if (tab?.id === undefined) return;
    await api.tabs.update(tab.id, { active: true });
    await api.windows.update(tab.windowId, { focused: true });
  }

  api.notifications.onClicked.addListener((id) => {
    // By the user's own click, so that the focus goes where they want it.
    if (id === NOTIFICATION) bringForward().catch(() => {});
  });

  return {
    async show(title) {
      if ((await openTabs()).length === 0) await open();
      const iconUrl = api.runtime.getURL(files.icon(128));
      const message = 'Click here to see what it asks, and answer.';
      // Where notifications are off, the badge still counts.
      await api.notifications.create(NOTIFICATION, { type: 'basic', iconUrl, title, message }).catch(() => {});
    },
    async close() {
      await api.notifications.clear(NOTIFICATION).catch(() => {});
      const ids = (await openTabs()).flatMap(({ id }) => id ?? []);
      await Promise.all(ids.map((id) => api.tabs.remove(id).catch(() => {})));
    },
  };
}
