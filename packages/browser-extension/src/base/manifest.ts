// The extension's manifest for each browser, from one source. docs/decisions/0006 explains every permission.
import { EXTENSION_PUBLIC_KEY, FIREFOX_EXTENSION_ID, PRODUCT_VERSION } from '@sallyport/protocol';

/** The hash of the popup, which shows the view Now alone. */
export const POPUP = '#popup';

export const targets = ['chromium', 'firefox'] as const;

export type Target = (typeof targets)[number];

export const iconSizes = [16, 32, 48, 128] as const;

/** What the builder puts into the extension's folder besides the manifest. */
export const files = {
  background: 'background.js',
  page: 'page.js',
  panel: 'panel.html',
  /** `window.agent`, and the relay beside it. */
  webApi: 'web-api.js',
  webRelay: 'web-relay.js',
  /** "Add to Sallyport" beside install links. */
  installLinks: 'install-links.js',
  /** Default settings, for installers that put the package into a profile. */
  settings: 'settings.json',
  messages: '_locales/en/messages.json',
  icon: (size: number) => `icons/${size}.png`,
} as const;

/** What later families of tools need: asked for when the user switches one on. */
const optionalPermissions = ['proxy'] as const;

/** All from version 1: browsers disable an update that needs more until the user agrees. */
const permissions = [
  'alarms',
  'cookies',
  'downloads',
  'nativeMessaging',
  'notifications',
  'scripting',
  'storage',
  'tabGroups',
  'tabs',
  'webNavigation',
  'webRequest',
] as const;

export function manifestFor(target: Target): Readonly<Record<string, unknown>> {
  const icons = Object.fromEntries(iconSizes.map((size) => [size, files.icon(size)]));
  return {
    manifest_version: 3,
    name: 'Sallyport',
    version: PRODUCT_VERSION,
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    icons,
    action: { default_title: 'Sallyport', default_icon: icons, default_popup: files.panel + POPUP },
    commands: {
      'pause-all': { suggested_key: { default: 'Alt+Shift+P' }, description: '__MSG_pauseShortcut__' },
    },
    host_permissions: ['<all_urls>'],
    ...(target === 'chromium' ? chromiumPart() : firefoxPart()),
  };
}

function chromiumPart(): Record<string, unknown> {
  return {
    key: EXTENSION_PUBLIC_KEY,
    minimum_chrome_version: '125',
    permissions: [...permissions, 'debugger', 'sidePanel'].sort(),
    optional_permissions: optionalPermissions,
    side_panel: { default_path: files.panel },
    background: { service_worker: files.background },
    // Without this entry Chromium lets every other extension send messages; Firefox has no such key.
    externally_connectable: { ids: [] },
  };
}

function firefoxPart(): Record<string, unknown> {
  return {
    permissions,
    optional_permissions: [...optionalPermissions, 'userScripts'],
    sidebar_action: {
      default_title: 'Sallyport',
      default_panel: files.panel,
      default_icon: files.icon(32),
      open_at_install: false,
    },
    background: { scripts: [files.background] },
    browser_specific_settings: {
      gecko: {
        id: FIREFOX_EXTENSION_ID,
        strict_min_version: '142.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
  };
}
