// Another extension beside ours in a real browser: a start script adds it to what the browser loads.
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMachine } from '@sallyport/native-host/run-directory';
import { type FoundBrowser, findBrowser, searchable } from '../../../packages/cli/src/managed-browser/find.ts';
import { zipFolder } from '../../../packages/cli/src/zip-folder.ts';

const ID = 'second@sallyport.test';

/** The extension opens its page when a tab goes to this path. */
export const OPEN_SECOND = '/open-second';

/** The browser, with an extension whose page, /second.html, runs the script. */
export async function browserWithSecond(engine: 'chromium' | 'firefox', script: string): Promise<FoundBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-second-'));
  const unpacked = join(folder, 'second');
  mkdirSync(unpacked);
  const manifest = {
    ...{ manifest_version: 3, name: 'Second', version: '1.0' },
    permissions: ['tabs', 'scripting', ...(engine === 'chromium' ? ['debugger', 'management'] : ['management'])],
    host_permissions: ['<all_urls>'],
    background: engine === 'chromium' ? { service_worker: 'background.js' } : { scripts: ['background.js'] },
    ...(engine === 'firefox' ? { browser_specific_settings: { gecko: { id: ID } } } : {}),
  };
  writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(
    join(unpacked, 'background.js'),
    `chrome.tabs.onUpdated.addListener((_, { url = '' }) => {
  if (url.endsWith('${OPEN_SECOND}')) chrome.tabs.create({ url: 'second.html', active: false });
});`,
  );
  writeFileSync(join(unpacked, 'second.html'), '<!doctype html><title>Second</title><script src="second.js"></script>');
  writeFileSync(join(unpacked, 'second.js'), script);
  const packed = join(folder, `${ID}.xpi`);
  writeFileSync(packed, await zipFolder(unpacked));
  const found = findBrowser(searchable(readMachine()), engine);
  const start = join(folder, 'start.sh');
  writeFileSync(
    start,
    `#!/bin/sh
count=$#
while [ $count -gt 0 ]; do
  word=$1; shift; count=$((count - 1))
  case "$word" in --load-extension=*) word="$word,${unpacked}";; esac
  [ "$last" = --profile ] && cp '${packed}' "$word/extensions/"
  last=$word
  set -- "$@" "$word"
done
exec '${found.path}' "$@"
`,
  );
  chmodSync(start, 0o700);
  return { ...found, path: start };
}
