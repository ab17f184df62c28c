// A Firefox that accepts unsigned extensions, with a profile of its own and our extension side-loaded into it.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIREFOX_EXTENSION_ID } from '@sallyport/protocol';
import { zipFolder } from '../zip-folder.ts';
import type { LaunchOptions } from './launch-options.ts';

const preferences: Readonly<Record<string, string | number | boolean>> = {
  // Our extension: unsigned, and not asked about. ESR, Developer Edition and Nightly honour the first, release does not.
  'xpinstall.signatures.required': false,
  'extensions.autoDisableScopes': 0,
  'extensions.update.enabled': false,
  // No page, bar or question that nobody asked for.
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'termsofuse.bypassNotification': true,
  // It is ended by a signal, which Firefox takes for a crash; it must not offer the safe mode after the third.
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.sessionstore.resume_from_crash': false,
  // A browser that nobody browses with has nothing to report and nothing to fetch.
  'toolkit.telemetry.enabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Where it is asked for at all, at a port of its own.
  'marionette.port': 0,
};

export function firefoxArguments({ profileFolder, isHeadless, isDriven, startUrl }: LaunchOptions): string[] {
  const modes = [...(isHeadless ? ['--headless'] : []), ...(isDriven ? ['--marionette'] : [])];
  return ['--no-remote', ...modes, '--profile', profileFolder, startUrl];
}

/**
 * Returns the folder in which it looks for native hosts. macOS and Windows look in the user's own places, whatever HOME says:
 * there "sallyport install" has to have been.
 */
export async function prepareFirefoxProfile(options: LaunchOptions): Promise<string | undefined> {
  const { profileFolder, home, platform, extensionFolder } = options;
  const extensions = join(profileFolder, 'extensions');
  mkdirSync(extensions, { recursive: true, mode: 0o700 });
  writeFileSync(join(profileFolder, 'user.js'), renderPreferences());
  replacePackage(join(extensions, `${FIREFOX_EXTENSION_ID}.xpi`), await zipFolder(extensionFolder));
  return platform === 'linux' ? join(home, '.mozilla', 'native-messaging-hosts') : undefined;
}

/** A package that was touched is installed again some seconds after the start, which breaks whatever runs by then. */
function replacePackage(path: string, bytes: Buffer): void {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  // By rename, so that a Firefox that still runs on this profile never reads half a package.
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

function renderPreferences(): string {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  return `// Written by Sallyport at every start.\n${lines.join('\n')}\n`;
}
