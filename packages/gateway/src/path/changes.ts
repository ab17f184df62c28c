// One ear for all that changes what agents are offered: tools, families, apps that come and go, and what apps tell of.
import type { App } from '@sallyport/protocol';
import type { Registry } from '../rooms/registry/registry.ts';

export const PROMPTS_CHANGED = 'notifications/prompts/list_changed';

export interface Changes {
  /** The user changed who has what. */
  tellOfSwitch(): void;
  onToolsChanged(listener: () => void): () => void;
  /** Told of notices of all apps; of changed prompts also when an app came, or the user changed who has what. */
  onAppNotice(listener: (method: string) => void): () => void;
  close(): void;
}

export function openChanges(registry: Registry): Changes {
  const toolListeners = new Set<() => void>();
  const noticeListeners = new Set<(method: string) => void>();
  const heard = new Map<App, () => void>();
  const tellTools = () => [...toolListeners].forEach((listener) => void listener());
  const tellNotice = (method: string) => [...noticeListeners].forEach((listener) => void listener(method));

  /** Hears each app once, as long as it is here. */
  const hearAll = () => {
    const apps = registry.apps();
    for (const [app, end] of heard) {
      if (apps.includes(app)) continue;
      end();
      heard.delete(app);
      tellNotice(PROMPTS_CHANGED);
    }
    for (const app of apps) {
      if (!heard.has(app) && app.onNotice !== undefined) heard.set(app, app.onNotice(tellNotice));
    }
  };
  const ends = [registry.onChanged(tellTools), registry.onAppsChanged(hearAll)];
  hearAll();
  return {
    tellOfSwitch() {
      tellTools();
      tellNotice(PROMPTS_CHANGED);
    },
    onToolsChanged: (listener) => listen(toolListeners, listener),
    onAppNotice: (listener) => listen(noticeListeners, listener),
    close() {
      for (const end of [...ends, ...heard.values()]) end();
      heard.clear();
      toolListeners.clear();
      noticeListeners.clear();
    },
  };
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
