// Builds the probe for one engine: the same script, and a manifest that differs in how it is run and identified.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXTENSION_PUBLIC_KEY, FIREFOX_EXTENSION_ID } from '@sallyport/protocol';
import { build } from 'esbuild';
import type { Engine } from '../../../../packages/cli/src/install/browsers.ts';

const SCRIPT = 'background.js';

const manifests = {
  chromium: { key: EXTENSION_PUBLIC_KEY, background: { service_worker: SCRIPT } },
  firefox: {
    browser_specific_settings: { gecko: { id: FIREFOX_EXTENSION_ID } },
    background: { scripts: [SCRIPT] },
  },
} as const satisfies Record<Engine, object>;

/** Writes the unpacked extension into the folder, which it creates. */
export async function buildProbe(engine: Engine, folder: string, reportUrl = ''): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('./background.ts', import.meta.url))],
    outfile: join(folder, SCRIPT),
    bundle: true,
    format: 'iife',
    define: { REPORT_URL: JSON.stringify(reportUrl) },
    conditions: ['@sallyport/source'],
    logLevel: 'warning',
  });
  const manifest = {
    manifest_version: 3,
    name: 'Sallyport probe',
    version: '1',
    permissions: ['nativeMessaging'],
    ...manifests[engine],
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}
