// Gets the browsers that a script needs: "both" engines for the tests, "any" or a named one for a first start. Installs Debian's
// packages where it may, else names the command. Run by setup.mjs once the dependencies are there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readMachine } from '@sallyport/native-host/run-directory';
import type { Engine } from '../packages/cli/src/install/browsers.ts';
import { installCommand, openableBrowsers, searchable } from '../packages/cli/src/managed-browser/find.ts';

/** Debian's two browsers are about 200 MB to fetch. */
const APT_TIMEOUT_MS = 10 * 60_000;
const packages: Readonly<Record<Engine, string>> = { chromium: 'chromium', firefox: 'firefox-esr' };
const engines: readonly Engine[] = ['chromium', 'firefox'];

const machine = readMachine();
const searched = searchable(machine);

function missingEngines(wanted: string | undefined): Engine[] {
  const present = new Set(openableBrowsers(searched).map(({ engine }) => engine));
  if (wanted === 'any') return present.size > 0 ? [] : engines.slice(0, 1);
  const needed = wanted === 'both' ? engines : engines.filter((engine) => engine === wanted);
  return needed.filter((engine) => !present.has(engine));
}

function mayInstall(): boolean {
  return machine.platform === 'linux' && machine.uid === 0 && existsSync('/usr/bin/apt-get');
}

function install(missing: readonly Engine[]): void {
  const names = missing.map((engine) => packages[engine]);
  console.log(`Installing ${names.join(' and ')} (apt-get)…`);
  aptGet(['update']);
  aptGet(['install', '--yes', '--no-install-recommends', ...names]);
}

function aptGet(args: readonly string[]): void {
  const { status, error } = spawnSync('/usr/bin/apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    stdio: 'inherit',
    timeout: APT_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return;
  const reason = error === undefined ? 'its output above says why' : error.message;
  fail(`apt-get ${args.join(' ')} failed: ${reason}.`);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const wanted = process.argv[2];
const missing = missingEngines(wanted);
if (missing.length > 0 && mayInstall()) install(missing);
const stillMissing = missingEngines(wanted);
if (stillMissing.length > 0) {
  fail(
    `No browser for: ${stillMissing.join(', ')}. Install and try again:\n  ${installCommand(machine, stillMissing)}`,
  );
}
