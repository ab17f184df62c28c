// One ear for all that changes what agents are offered: tools, families, apps that come and go, and what apps tell of.
import { type App, Listeners } from '@sallyport/protocol';
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
  const tools = new Listeners();
  const notices = new Listeners<[method: string]>();
  const heard = new Map<App, () => void>();

  /** Hears each app once, as long as it is here. */
  const hearAll = () => {
    const apps = registry.apps();
    for (const [app, end] of heard) {
      if (apps.includes(app)) continue;
      end();
      heard.delete(app);
      notices.tell(PROMPTS_CHANGED);
    }
    for (const app of apps) {
      if (!heard.has(app) && app.onNotification !== undefined)
        heard.set(
          app,
          app.onNotification((method) => notices.tell(method)),
        );
    }
  };
  const ends = [registry.onChanged(() => tools.tell()), registry.onAppsChanged(hearAll)];
  hearAll();
  return {
    tellOfSwitch() {
      tools.tell();
      notices.tell(PROMPTS_CHANGED);
    },
    onToolsChanged: (listener) => tools.add(listener),
    onAppNotice: (listener) => notices.add(listener),
    close() {
      for (const end of [...ends, ...heard.values()]) end();
      heard.clear();
      tools.clear();
      notices.clear();
    },
  };
}
