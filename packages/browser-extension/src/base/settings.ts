// The user's settings, over the defaults of the package. A change applies at once.
import { files } from './manifest.ts';
import type { BrowserApi } from './platform.ts';

/** Which pages see `window.agent`: none, those of sites that the user chose, or all secure ones. */
export type PagesSetting = 'off' | 'ask' | 'on';

export interface Settings {
  /** In Chromium: actions use page events, without the debugger and the bar that the browser shows for it. */
  readonly isQuiet: boolean;
  /**
   * Without the debugger, agents' tabs open in a window of their own, where pages run as shown. Without a choice, only where
   * that window cannot take the focus from the user.
   */
  readonly agentWindow: boolean | undefined;
  readonly pages: PagesSetting;
}

const KEY = 'settings';

/** The form of both; anything else counts as not set. */
interface Written {
  readonly quiet?: unknown;
  readonly agentWindow?: unknown;
  readonly pages?: unknown;
}

export interface OpenedSettings extends Settings {
  /** Resolves when the settings are known; until then the defaults count. */
  readonly loaded: Promise<void>;
}

export function openSettings(api: BrowserApi, onChange: (settings: Settings) => void): OpenedSettings {
  let packed: Written = {};
  let chosen: Written = {};
  const settings: OpenedSettings = {
    get isQuiet() {
      return (chosen.quiet ?? packed.quiet) === true;
    },
    get agentWindow() {
      return choiceIn(chosen) ?? choiceIn(packed);
    },
    get pages() {
      return pagesIn(chosen) ?? pagesIn(packed) ?? 'off';
    },
    loaded: load().catch((fault: unknown) => console.error('Sallyport:', fault)),
  };
  api.storage.local.onChanged.addListener((changes) => {
    if (changes[KEY] === undefined) return;
    chosen = writtenIn(changes[KEY].newValue);
    onChange(settings);
  });
  async function load(): Promise<void> {
    const [response, stored] = await Promise.all([
      fetch(api.runtime.getURL(files.settings)),
      api.storage.local.get(KEY),
    ]);
    packed = writtenIn(await response.json());
    chosen = writtenIn(stored[KEY]);
    onChange(settings);
  }
  return settings;
}

/** The user's own choice, without the package's default. */
export async function isQuietChosen(api: BrowserApi): Promise<boolean> {
  return (await chosenIn(api)).quiet === true;
}

export async function chooseQuiet(api: BrowserApi, quiet: boolean): Promise<void> {
  await api.storage.local.set({ [KEY]: { ...(await chosenIn(api)), quiet } });
}

function choiceIn({ agentWindow }: Written): boolean | undefined {
  return typeof agentWindow === 'boolean' ? agentWindow : undefined;
}

/** The user's own choice, without the package's default. */
export async function agentWindowChoice(api: BrowserApi): Promise<boolean | undefined> {
  return choiceIn(await chosenIn(api));
}

export async function chooseAgentWindow(api: BrowserApi, agentWindow: boolean): Promise<void> {
  await api.storage.local.set({ [KEY]: { ...(await chosenIn(api)), agentWindow } });
}

export async function choosePages(api: BrowserApi, pages: PagesSetting): Promise<void> {
  await api.storage.local.set({ [KEY]: { ...(await chosenIn(api)), pages } });
}

async function chosenIn(api: BrowserApi): Promise<Written> {
  return writtenIn((await api.storage.local.get(KEY))[KEY]);
}

function pagesIn({ pages }: Written): PagesSetting | undefined {
  return pages === 'off' || pages === 'ask' || pages === 'on' ? pages : undefined;
}

function writtenIn(value: unknown): Written {
  return typeof value === 'object' && value !== null ? value : {};
}
