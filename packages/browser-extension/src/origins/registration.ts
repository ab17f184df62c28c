// Registers the scripts of `window.agent` and of install links where the user's settings allow them: before any script of the page, at the top
// of tabs, on secure sites.
import { files } from '../base/manifest.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { PagesSetting } from '../base/settings.ts';

const IDS = ['web-relay', 'web-api', 'install-links'];
const everySecureSite = ['https://*/*', 'http://localhost/*', 'http://*.localhost/*', 'http://127.0.0.1/*'];

export interface Registration {
  /** Brings the browser in line with the setting. */
  update(setting: PagesSetting, chosen: readonly string[]): void;
}

export function createRegistration(api: Pick<BrowserApi, 'scripting'>, report: (fault: unknown) => void): Registration {
  let work: Promise<void> = Promise.resolve();
  let current: string | undefined;

  async function register(matches: readonly string[]): Promise<void> {
    const known = await api.scripting.getRegisteredContentScripts({ ids: IDS });
    if (known.length > 0) await api.scripting.unregisterContentScripts({ ids: known.map(({ id }) => id) });
    if (matches.length === 0) return;
    const own = { matches: [...matches], allFrames: false, world: 'ISOLATED' as const };
    const early = { ...own, runAt: 'document_start' as const };
    await api.scripting.registerContentScripts([
      { ...early, id: 'web-relay', js: [files.webRelay] },
      { ...early, id: 'web-api', js: [files.webApi], world: 'MAIN' },
      { ...own, id: 'install-links', js: [files.installLinks], runAt: 'document_idle' },
    ]);
  }

  return {
    update(setting, chosen) {
      const matches = matchesFor(setting, chosen);
      if (JSON.stringify(matches) === current) return;
      current = JSON.stringify(matches);
      work = work.then(() => register(matches)).catch(report);
    },
  };
}

export function matchesFor(setting: PagesSetting, chosen: readonly string[]): readonly string[] {
  if (setting === 'off') return [];
  if (setting === 'on') return everySecureSite;
  // Patterns have no port, so other ports of a chosen host see `window.agent` too, and are refused.
  return [...new Set(chosen.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`))].sort();
}
