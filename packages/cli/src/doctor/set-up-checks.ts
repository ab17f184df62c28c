// Checks what is on disk: Node, built files, the user's files, and the browser set-up.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYONE, readConfigProblem } from '@sallyport/gateway';
import { configFileOf, listRecords, locateFolders, openRunDirectory } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import { openAgentStore } from '../commands/agent-store.ts';
import { openStopList } from '../commands/stop-list.ts';
import type { CommandContext } from '../context.ts';
import { hasClients } from '../install/clients/clients.ts';
import { clientPortsFrom } from '../install/clients/from-frame.ts';
import { readLedger } from '../install/ledger.ts';
import { type Change, locationOfWanted } from '../install/plan.ts';
import { applyOptionsFor, isSupportedNode, prepareInstall } from '../install/prepare.ts';
import { GATEWAY_BUNDLE, HOST_BUNDLE, ledgerPath, SHIM_BUNDLE } from '../install/wanted.ts';
import { broken, type Check, type FindingCode, idle, sound } from './check.ts';

const INSTALL = 'Run "sallyport install".';

export function checkNode({ node }: CommandContext): Check {
  const name = 'Node';
  return isSupportedNode(node.version)
    ? sound(name, `${node.version} at ${node.path}`)
    : broken(name, 'node-old', `${node.version} is too old.`, 'Use Node 20.19+, 22.12+ or 24+.');
}

export function checkBundles({ bundles, machine: { platform } }: CommandContext): Check {
  const name = 'bundles';
  const missing = [HOST_BUNDLE, GATEWAY_BUNDLE, SHIM_BUNDLE].filter((file) => !existsSync(join(bundles, file)));
  if (missing.length === 0) return sound(name, bundles);
  const folder = platform === 'win32' ? bundles : `${bundles}/`;
  const fix = 'Run "npm run build" in the Sallyport folder, or install the package again.';
  return broken(name, 'bundles-missing', `${folder} is missing ${missing.join(', ')}.`, fix);
}

export function checkConfig({ machine }: CommandContext): Check {
  const name = 'config.json';
  const path = configFileOf(machine);
  const problem = readConfigProblem(path);
  if (problem !== undefined) return broken(name, 'config-invalid', problem.message, problem.hint);
  return sound(name, existsSync(path) ? path : 'none; it is optional');
}

/** Counts keys only; whether clients use them is checked with the clients. */
export function checkAgents(context: CommandContext): Check {
  const name = 'agents.json';
  return unlessThrown(name, 'agents-damaged', () => {
    const count = openAgentStore(context).list().length;
    const agents = count === 1 ? 'agent has' : 'agents have';
    return sound(name, count === 0 ? 'no agent has a key' : `${count} ${agents} a key`);
  });
}

export function checkStops(context: CommandContext): Check[] {
  const name = 'stopped agents';
  try {
    return openStopList(context)
      .list()
      .map(({ who }) => ({
        name,
        state: 'waiting' as const,
        code: 'agent-stopped' as const,
        detail:
          who === EVERYONE
            ? 'You paused all agents; their calls are refused.'
            : `You stopped ${who}; its calls are refused.`,
        fix: who === EVERYONE ? 'Run: sallyport resume' : `Run: sallyport resume "${who}"`,
        subject: who,
      }));
  } catch (thrown) {
    return [fromThrown(name, 'stops-damaged', thrown)];
  }
}

export function checkRunDirectory({ machine }: CommandContext): Check {
  const name = 'run directory';
  return unlessThrown(name, 'run-directory-unsafe', () => {
    const { run } = locateFolders(machine);
    openRunDirectory(run, machine);
    return sound(name, run);
  });
}

/** Reports what `install` would change, where it was used. An open browser without any of it is that of `up`. */
export async function checkBrowserSetUp(context: CommandContext): Promise<Check> {
  const name = 'browser set-up';
  const { machine, node, installer } = context;
  const { disk, platform, data } = applyOptionsFor(machine, installer);
  const isUsed = (() => {
    try {
      return readLedger(disk, ledgerPath(platform, data)).some(
        (entry) => 'purpose' in entry && entry.purpose.part === 'manifest',
      );
    } catch (thrown) {
      return fromThrown(name, 'install-record-damaged', thrown);
    }
  })();
  if (typeof isUsed === 'object') return isUsed;
  const options = { browsers: [], extensionIds: [], parts: ['browsers'] as const };
  const prepared = await prepareInstall(options, machine, node, installer).catch((thrown: unknown) => thrown);
  if (prepared instanceof SallyportError || !isPrepared(prepared)) {
    if (isUsed) return fromThrown(name, 'browser-setup-missing', prepared);
    return idle(name, prepared instanceof Error ? prepared.message : 'not done');
  }
  const { changes, browsers } = prepared;
  const served = browsers.map(({ browser }) => browser.title).join(', ');
  const off = changes.filter(({ action }) => action !== 'keep');
  if (off.length === 0) return sound(name, `done for ${served}`);
  const isOpen = listRecords(join(locateFolders(machine).run, 'hosts')).length > 0;
  const isElsewhere = isOpen || hasClients(clientPortsFrom(context));
  if (!isUsed && isElsewhere) return idle(name, `not done for your own ${served}; run "sallyport install" for that`);
  return describeOff(name, off, changes.length, isUsed);
}

function describeOff(name: string, off: readonly Change[], total: number, isUsed: boolean): Check {
  const foreign = off.find(({ wanted, note }) => wanted.purpose.part === 'manifest' && note !== undefined);
  if (foreign !== undefined) {
    const place = locationOfWanted(foreign.wanted);
    return broken(name, 'browser-setup-foreign', `${place}: ${foreign.note}.`, INSTALL);
  }
  const isMissing = off.every(({ action }) => action === 'create');
  const places = off.slice(0, 3).map(({ wanted }) => locationOfWanted(wanted));
  const what = isMissing ? 'missing' : 'missing or different';
  const detail = `${off.length} of ${total} files ${what}: ${places.join(', ')}`;
  const code = !isUsed ? 'nothing-set-up' : isMissing ? 'browser-setup-missing' : 'browser-setup-different';
  return broken(name, code, detail, INSTALL);
}

type Prepared = Awaited<ReturnType<typeof prepareInstall>>;

function isPrepared(value: unknown): value is Prepared {
  return typeof value === 'object' && value !== null && 'changes' in value && 'browsers' in value;
}

function unlessThrown(name: string, code: FindingCode, check: () => Check): Check {
  try {
    return check();
  } catch (thrown) {
    return fromThrown(name, code, thrown);
  }
}

export function fromThrown(name: string, code: FindingCode, thrown: unknown): Check {
  const { message, hint } = thrown instanceof SallyportError ? thrown : { message: String(thrown), hint: undefined };
  return broken(name, code, message, hint);
}
