// Launches Firefox editions that accept unsigned extensions, with a separate profile and our extension.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIREFOX_EXTENSION_ID } from '@sallyport/protocol';
import { zipFolder } from '../zip-folder.ts';
import type { LaunchOptions } from './launch-options.ts';

const preferences: Readonly<Record<string, string | number | boolean>> = {
  // Enables our unsigned extension without a prompt. Release builds ignore the first setting.
  'xpinstall.signatures.required': false,
  'extensions.autoDisableScopes': 0,
  'extensions.update.enabled': false,
  // No welcome pages, bars or prompts.
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'termsofuse.bypassNotification': true,
  // Firefox takes our SIGTERM for a crash; it must not offer safe mode after the third.
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.sessionstore.resume_from_crash': false,
  // No background traffic.
  'toolkit.telemetry.enabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Any free port, when Marionette is used.
  'marionette.port': 0,
};

export function firefoxArguments({ profileFolder, isHeadless, isDriven, startUrl }: LaunchOptions): string[] {
  const modes = [...(isHeadless ? ['--headless'] : []), ...(isDriven ? ['--marionette'] : [])];
  return ['--no-remote', ...modes, '--profile', profileFolder, startUrl];
}

/**
 * Returns the folder where it looks for native host manifests. On macOS and Windows that does not depend on HOME, so
 * "sallyport install" must have run.
 */
export async function prepareFirefoxProfile(options: LaunchOptions): Promise<string | undefined> {
  const { profileFolder, home, platform, extensionFolder } = options;
  const extensions = join(profileFolder, 'extensions');
  mkdirSync(extensions, { recursive: true, mode: 0o700 });
  writeFileSync(join(profileFolder, 'user.js'), renderPreferences());
  replacePackage(join(extensions, `${FIREFOX_EXTENSION_ID}.xpi`), await zipFolder(extensionFolder));
  return platform === 'linux' ? join(home, '.mozilla', 'native-messaging-hosts') : undefined;
}

/** Leaves an equal file alone: Firefox reinstalls a modified package seconds after the start, which breaks running calls. */
function replacePackage(path: string, bytes: Buffer): void {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  // Atomically, for a Firefox that still uses this profile.
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

function renderPreferences(): string {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  return `// Written by Sallyport at every start.\n${lines.join('\n')}\n`;
}
