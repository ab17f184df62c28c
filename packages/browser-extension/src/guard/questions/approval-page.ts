// Shows a question without taking the focus: in a small window behind the user's, or in a tab where the browser focuses
// every new window. A notification points to it.
import { files } from '../../base/manifest.ts';
import { ASKING } from '../../base/panel-state.ts';
import type { BrowserApi } from '../../base/platform.ts';
import { text } from '../../base/texts.ts';

export interface ApprovalPage {
  /** Opens the page unless it is open. */
  show(title: string): Promise<void>;
  /** Closes what `show` opened. */
  close(): Promise<void>;
}

const SIZE = { width: 460, height: 620 };
const NOTIFICATION = 'sallyport-question';

/** `onClosed` is called when the user closes the page. */
export function createApprovalPage(api: BrowserApi, onClosed: () => void): ApprovalPage {
  /** The tab that `show` opened. */
  let opened: number | undefined;
  const url = api.runtime.getURL(files.panel) + ASKING;

  async function openTabs(): Promise<chrome.tabs.Tab[]> {
    const all = await api.tabs.query({});
    return all.filter((tab) => (tab.url ?? tab.pendingUrl) === url);
  }

  async function open(): Promise<void> {
    // Firefox focuses a new window even with `focused: false`.
    const isFirefox = 'getBrowserInfo' in api.runtime;
    if (isFirefox) opened = (await api.tabs.create({ url, active: false })).id;
    else {
      const window = await api.windows.create({ url, type: 'popup', focused: false, ...SIZE });
      opened = window?.tabs?.[0]?.id;
    }
  }

  async function bringForward(): Promise<void> {
    const [tab] = await openTabs();
    if (tab?.id === undefined) return;
    await api.tabs.update(tab.id, { active: true });
    await api.windows.update(tab.windowId, { focused: true });
  }

  api.tabs.onRemoved.addListener((tabId) => {
    if (tabId !== opened) return;
    opened = undefined;
    onClosed();
  });
  api.notifications.onClicked.addListener((id) => {
    // The user clicked, so taking the focus is what they want.
    if (id === NOTIFICATION) bringForward().catch(() => {});
  });

  return {
    async show(title) {
      if ((await openTabs()).length === 0) await open();
      const iconUrl = api.runtime.getURL(files.icon(128));
      const message = text('clickToSee');
      // Without notifications, the badge still shows the number of questions.
      await api.notifications.create(NOTIFICATION, { type: 'basic', iconUrl, title, message }).catch(() => {});
    },
    async close() {
      opened = undefined;
      await api.notifications.clear(NOTIFICATION).catch(() => {});
      const ids = (await openTabs()).flatMap(({ id }) => id ?? []);
      await Promise.all(ids.map((id) => api.tabs.remove(id).catch(() => {})));
    },
  };
}
