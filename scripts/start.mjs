// npm start: sets up what is missing, builds, and runs `sallyport up` with the arguments given.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

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

run('scripts/setup.mjs', `--browser=${wantedBrowser()}`);
run(join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'scripts/build.ts', '--quiet');
const up = spawn(process.execPath, [join(root, 'packages', 'cli', 'bin', 'sallyport.js'), 'up', ...args], {
  stdio: 'inherit',
});
// Ctrl+C reaches `up` by itself, since it has the same terminal; this process only waits until it has cleaned up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => up.kill('SIGTERM'));
up.on('exit', (code) => process.exit(code ?? 1));
