// The extension as a managed browser gets it: a copy of its own, with the mark of a profile that the product made.
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANAGED_MARK, SallyportError } from '@sallyport/protocol';
import type { ManagedBrowserOptions } from './launch-options.ts';

/** Made anew at every start. The build itself never has the mark, so no other profile can come by it. */
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
