// Options for opening a managed browser, and what the engines derive from them.
import type { Machine } from '@sallyport/native-host/run-directory';
import type { FoundBrowser } from './find.ts';

export interface ManagedBrowserOptions {
  readonly browser: FoundBrowser;
  /** Profile and home belong to one browser; they are created when missing and reused. */
  readonly profileFolder: string;
  readonly home: string;
  /** The unpacked extension of the browser's engine. */
  readonly extensionFolder: string;
  /** Omit when it is installed. Chromium on Windows and Firefox outside Linux read only installed manifests. */
  readonly hostManifest?: { readonly name: string; readonly text: string };
  readonly startUrl?: string;
  /** Ask about sites as in the user's own profile; by default agents may use all sites, since the profile is ours. */
  readonly asksAboutSites?: boolean;
  /** Also enables Chromium's debugging pipe or Firefox's Marionette, which sites can detect. */
  readonly isDriven?: boolean;
  readonly machine: Machine;
}

/** What the engines need. */
export interface LaunchOptions extends Omit<ManagedBrowserOptions, 'machine' | 'startUrl'> {
  readonly startUrl: string;
  readonly platform: NodeJS.Platform;
  readonly env: Machine['env'];
  readonly isRoot: boolean;
  readonly isHeadless: boolean;
}
