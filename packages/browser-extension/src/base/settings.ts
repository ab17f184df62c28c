// The user's settings, over the defaults of the package. A change applies at once.
import { files } from './manifest.ts';
import type { BrowserApi } from './platform.ts';

export interface Settings {
  /** In Chromium: actions use page events, without the debugger and the bar that the browser shows for it. */
  readonly isQuiet: boolean;
}

const KEY = 'settings';

/** The form of both; anything else counts as not set. */
interface Written {
  readonly quiet?: unknown;
}

export function openSettings(api: BrowserApi, onChange: (settings: Settings) => void): Settings {
  let packed: Written = {};
  let chosen: Written = {};
  const settings: Settings = {
    get isQuiet() {
      return (chosen.quiet ?? packed.quiet) === true;
    },
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
  load().catch((fault: unknown) => console.error('Sallyport:', fault));
  return settings;
}

/** The user's own choice, without the package's default. */
export async function isQuietChosen(api: BrowserApi): Promise<boolean> {
  return writtenIn((await api.storage.local.get(KEY))[KEY]).quiet === true;
}

export async function chooseQuiet(api: BrowserApi, quiet: boolean): Promise<void> {
  await api.storage.local.set({ [KEY]: { quiet } });
}

function writtenIn(value: unknown): Written {
  return typeof value === 'object' && value !== null ? value : {};
}
