// What opening a managed browser takes: as its caller says it, and as the two engines need it.
import type { Machine } from '@sallyport/native-host/run-directory';
import type { FoundBrowser } from './find.ts';

export interface ManagedBrowserOptions {
  readonly browser: FoundBrowser;
  /** What the browser keeps; created where missing, used again where not. Both belong to one browser alone. */
  readonly profileFolder: string;
  readonly home: string;
  /** The unpacked extension of the browser's engine. */
  readonly extensionFolder: string;
  /** Left out where the manifest has been installed. Chromium on Windows and Firefox beyond Linux read only installed ones. */
  readonly hostManifest?: { readonly name: string; readonly text: string };
  readonly startUrl?: string;
  /** Asks about sites as in a user's own profile; without it agents are allowed everywhere, since the profile is ours. */
  readonly asksAboutSites?: boolean;
  /** Opens the browser's own automation beside: Chromium's debugging pipe, Firefox's Marionette. Sites can tell. */
  readonly isDriven?: boolean;
  readonly machine: Machine;
}

/** What the two engines need to know. */
export interface LaunchOptions extends Omit<ManagedBrowserOptions, 'machine' | 'startUrl'> {
  readonly startUrl: string;
  readonly platform: NodeJS.Platform;
  readonly env: Machine['env'];
  readonly isRoot: boolean;
  readonly isHeadless: boolean;
}
