// Keeps the user's tab in front: a tab that a page of an agent opens by itself goes behind it.
import type { BrowserApi } from '../base/platform.ts';

export interface Front {
  /** A page of an agent has opened this tab. */
  putBehind(tabId: number): Promise<void>;
}

/** Listens from the start on, since a browser does not tell what was in front before. */
export function watchFront(api: BrowserApi): Front {
  /** The tab in front of each window, and the one before it. */
  const fronts = new Map<number, { readonly now: number; readonly before: number | undefined }>();

  function note(windowId: number, tabId: number): void {
    const known = fronts.get(windowId);
    if (known?.now !== tabId) fronts.set(windowId, { now: tabId, before: known?.now });
  }

  api.tabs.onActivated.addListener(({ windowId, tabId }) => note(windowId, tabId));

  async function noteAll(): Promise<void> {
    for (const { id, windowId } of await api.tabs.query({ active: true })) {
      if (id !== undefined && !fronts.has(windowId)) note(windowId, id);
    }
  }
  const noted = noteAll();

  return {
    async putBehind(tabId) {
      await noted;
      const { active, windowId } = await api.tabs.get(tabId);
      if (!active) return;
      note(windowId, tabId);
      const before = fronts.get(windowId)?.before;
      if (before !== undefined) await api.tabs.update(before, { active: true });
    },
  };
}
