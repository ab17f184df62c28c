// Prepares the managed browser's folder under the data folder, with its own launcher and manifest.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NATIVE_HOST_NAME } from '@sallyport/protocol';
import type { CommandContext } from '../context.ts';
import { renderLauncher } from '../install/launcher.ts';
import { extensionIdsByEngine, renderManifest } from '../install/manifest.ts';
import { platformOf } from '../install/prepare.ts';
import { GATEWAY_BUNDLE, HOST_BUNDLE } from '../install/wanted.ts';
import type { FoundBrowser } from '../managed-browser/find.ts';
import type { ManagedBrowserOptions } from '../managed-browser/launch-options.ts';

/** Rewrites launcher and manifest at every start, because they name this Node and these bundles. */
export function prepareBrowserHome(
  { machine, node, bundles }: Pick<CommandContext, 'machine' | 'node' | 'bundles'>,
  browser: FoundBrowser,
  data: string,
): ManagedBrowserOptions {
  const folder = join(data, 'managed', browser.name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { extension, text } = renderLauncher({
    platform: platformOf(machine),
    node: node.path,
    hostBundle: join(bundles, HOST_BUNDLE),
    variables: {
      SALLYPORT_HOME: machine.env.SALLYPORT_HOME,
      SALLYPORT_GATEWAY_COMMAND: JSON.stringify([node.path, join(bundles, GATEWAY_BUNDLE)]),
    },
  });
  const launcher = join(folder, `host${extension}`);
  writeFileSync(launcher, text, { mode: 0o700 });
  const { engine } = browser;
  const name = NATIVE_HOST_NAME;
  return {
    browser,
    machine,
    profileFolder: join(folder, 'profile'),
    home: join(folder, 'home'),
    extensionFolder: join(bundles, engine),
    hostManifest: {
      name,
      text: renderManifest({ engine, name, launcher, extensionIds: extensionIdsByEngine([])[engine] }),
    },
  };
}
