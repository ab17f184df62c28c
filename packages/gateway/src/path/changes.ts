// Collects everything that changes what agents are offered: tools, families, apps, and notifications of apps.
import { type App, Listeners } from '@sallyport/protocol';
import type { Registry } from '../rooms/registry/registry.ts';

export const PROMPTS_CHANGED = 'notifications/prompts/list_changed';

export interface Changes {
  /** The user changed families or policy. */
  tellOfSwitch(): void;
  onToolsChanged(listener: () => void): () => void;
  /** Called with the notifications of all apps; with changed prompts also when apps, families or policy change. */
  onAppNotice(listener: (method: string) => void): () => void;
  close(): void;
}

export function openChanges(registry: Registry): Changes {
  const tools = new Listeners();
  const notices = new Listeners<[method: string]>();
  const heard = new Map<App, () => void>();

  /** Subscribes to each app once, while it is registered. */
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
