// Gets a fresh clone ready: checks Node, installs dependencies when the lock file changed; with --browser=both, any,
// chromium or firefox the browsers too, with --editor the VS Code that tests run in, with --sshd the sshd that they run, and
// with --with=FOLDER what that folder's own lock file names. Plain JavaScript, no imports from node_modules, since it runs before there are any. Takes
// under a second when nothing is to do.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** "^20.19 || ^22.12 || >=24", as package.json has it for npm; said here in words a person can act on. */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
}

function checkNode() {
  if (isSupportedNode(process.version)) return;
  fail(
    `Sallyport needs Node 20.19+, 22.12+ or 24+; this is ${process.version}. Get one at https://nodejs.org/ and try again.`,
  );
}

/** The stamp holds the digest of the lock file that node_modules was installed from. */
function installDependencies(folder) {
  const stampFile = join(folder, 'node_modules', '.sallyport-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return;
  console.log('Installing dependencies (npm ci)…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('npm ci failed; its output above says why. Run "npm ci" by hand to see it alone.');
  writeFileSync(stampFile, lock);
}

/** What these need is the product's own to find, so they run from sources, which need the dependencies. */
function runScript(...script) {
  const args = ['--conditions=@sallyport/source', '--import', 'tsx', ...script];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode();
  installDependencies(root);
  for (const arg of process.argv)
    if (arg.startsWith('--with=')) installDependencies(join(root, arg.slice('--with='.length)));
  const wanted = process.argv.find((arg) => arg.startsWith('--browser='))?.split('=')[1];
  if (wanted !== undefined) runScript(join('scripts', 'browsers.ts'), wanted);
  if (process.argv.includes('--editor')) runScript(join('scripts', 'editor.ts'));
  if (process.argv.includes('--sshd')) runScript(join('scripts', 'sshd.ts'));
}
