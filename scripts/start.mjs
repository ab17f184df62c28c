// npm start: sets up what is missing, builds, and becomes `sallyport up` with the arguments given.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './end-with-parent.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

/** The engine behind `--browser NAME`, which set-up can get; other browsers are the user's to install. */
function wantedBrowser() {
  const at = args.findIndex((arg) => arg === '--browser' || arg.startsWith('--browser='));
  const name = at === -1 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1]);
  return name === 'firefox' || name === 'chromium' ? name : 'any';
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

endWithParent();
run('scripts/setup.mjs', `--browser=${wantedBrowser()}`);
run(join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'scripts/build.ts', '--quiet');
// From here on this process is `sallyport up`, which ends what it opened on Ctrl+C, SIGTERM and even kill -9.
process.argv.splice(2, 0, 'up');
await import('../packages/cli/bin/sallyport.js');
