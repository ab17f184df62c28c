// Keeps the user's tab in front: a tab that an agent's page opens is moved behind it.
import type { BrowserApi } from '../base/platform.ts';

export interface Front {
  /** For a tab that an agent's page has opened. */
  putBehind(tabId: number): Promise<void>;
}

/** Starts listening at once: browsers do not report which tab was active before. */
export function watchFront(api: BrowserApi): Front {
  /** The active tab of each window, and the one before it. */
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
