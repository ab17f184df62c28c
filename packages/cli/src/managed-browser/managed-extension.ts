// Copies the extension for a managed browser, with the mark of a profile that Sallyport made.
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANAGED_MARK, SallyportError } from '@sallyport/protocol';
import type { ManagedBrowserOptions } from './launch-options.ts';

/** Copied at every start. The build has no mark, so no other profile can get it. */
export function prepareExtension(
  options: Pick<ManagedBrowserOptions, 'extensionFolder' | 'home' | 'asksAboutSites'>,
): string {
  const { extensionFolder, home, asksAboutSites = false } = options;
  if (!existsSync(extensionFolder)) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `The extension is not built: there is no ${extensionFolder}.`, {
      hint: 'Run "npm run build".',
    });
  }
  const folder = join(home, 'extension');
  rmSync(folder, { recursive: true, force: true });
  cpSync(extensionFolder, folder, { recursive: true });
  if (!asksAboutSites) writeFileSync(join(folder, MANAGED_MARK), '{"managed":true}\n');
  return folder;
}
