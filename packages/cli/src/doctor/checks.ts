// The doctor's checks of every part between an agent and a page, in order.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigProblem } from '@sallyport/gateway';
import {
  configFileOf,
  listRecords,
  locateFolders,
  openRunDirectory,
  probeSocket,
  readGatewayRecord,
} from '@sallyport/native-host/run-directory';
import { type JsonObject, PRODUCT_VERSION, recordsIn, SallyportError } from '@sallyport/protocol';
import { openAgentStore } from '../commands/agent-store.ts';
import type { CommandContext } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { locationOfWanted } from '../install/plan.ts';
import { isSupportedNode, prepareInstall } from '../install/prepare.ts';
import { GATEWAY_BUNDLE, HOST_BUNDLE, SHIM_BUNDLE } from '../install/wanted.ts';
import { broken, type Check, GIVE_SITE_ACCESS, RESTART, sound } from './check.ts';
import { checkEditors } from './editor-checks.ts';

/** Gives one result or several; what it throws becomes a broken result. */
type RunCheck = (name: string, context: CommandContext) => Promise<Check | readonly Check[]> | Check;

/** Runs all checks, also after a broken one: later parts may have problems of their own. */
export async function runChecks(context: CommandContext): Promise<readonly Check[]> {
  const hops: Check[] = [];
  for (const [name, run] of Object.entries(checks)) {
    try {
      hops.push(...[await run(name, context)].flat());
    } catch (thrown) {
      const { message, hint } =
        thrown instanceof SallyportError ? thrown : { message: String(thrown), hint: undefined };
      hops.push(broken(name, message, hint));
    }
  }
  return hops;
}

const checks: Readonly<Record<string, RunCheck>> = {
  Node: (name, { node }) =>
    isSupportedNode(node.version)
      ? sound(name, `${node.version} at ${node.path}`)
      : broken(name, `${node.version} is too old.`, 'Use Node 20.19+, 22.12+ or 24+.'),
  bundles(name, { bundles, machine: { platform } }) {
    const missing = [HOST_BUNDLE, GATEWAY_BUNDLE, SHIM_BUNDLE].filter((file) => !existsSync(join(bundles, file)));
    if (missing.length === 0) return sound(name, bundles);
    const folder = platform === 'win32' ? bundles : `${bundles}/`;
    const fix = 'Run "npm run build" in the Sallyport folder.';
    return broken(name, `${folder} is missing ${missing.join(', ')}.`, fix);
  },
  'config.json': (name, { machine }) => {
    const path = configFileOf(machine);
    const problem = readConfigProblem(path);
    if (problem !== undefined) return broken(name, problem.message, problem.hint);
    return sound(name, existsSync(path) ? path : 'none; it is optional');
  },
  /** Counts keys only; whether agents use them is not known here. */
  'agents.json': (name, context) => {
    const count = openAgentStore(context).list().length;
    return sound(
      name,
      count === 0 ? 'no agent has a key' : `${count} ${count === 1 ? 'agent has' : 'agents have'} a key`,
    );
  },
  'browser set-up': checkBrowserSetUp,
  'run directory': (name, { machine }) => {
    const { run } = locateFolders(machine);
    openRunDirectory(run, machine);
    return sound(name, run);
  },
  gateway: checkGateway,
};

/** Reports what `install` would change. An open browser without any of it is that of `up`, which needs none. */
async function checkBrowserSetUp(name: string, { machine, node, installer }: CommandContext): Promise<Check> {
  const options = { browsers: [], extensionIds: [], parts: ['browsers'] as const };
  const { changes, browsers } = await prepareInstall(options, machine, node, installer);
  const off = changes.filter(({ action }) => action !== 'keep');
  const served = browsers.map(({ browser }) => browser.title).join(', ');
  if (off.length === 0) return sound(name, `done for ${served}`);
  const isFresh = off.every(({ action }) => action === 'create');
  const isOpen = listRecords(join(locateFolders(machine).run, 'hosts')).length > 0;
  if (isFresh && off.length === changes.length && isOpen) {
    return { name, state: 'idle', detail: `not done for your own ${served}; run "sallyport install" for that` };
  }
  const places = off.slice(0, 3).map(({ wanted }) => locationOfWanted(wanted));
  const what = isFresh ? 'missing' : 'missing or different';
  const detail = `${off.length} of ${changes.length} files ${what}: ${places.join(', ')}`;
  return broken(name, detail, 'Run "sallyport install".');
}

/** The gateway, and the processes that its status reports. */
async function checkGateway(name: string, context: CommandContext): Promise<Check[]> {
  const { machine } = context;
  const run = openRunDirectory(locateFolders(machine).run, machine);
  const record = readGatewayRecord(run);
  const status =
    record === undefined ? undefined : await withRunningGateway(context, (control) => control.request('status'));
  if (status === undefined || record === undefined) {
    const gateway: Check = { name, state: 'idle', detail: 'not running; it starts when an agent needs it' };
    return [gateway, ...(await checkHosts(run.hosts)), ...(await checkEditors(run.editors))];
  }
  const gateway =
    record.version === PRODUCT_VERSION
      ? sound(name, `version ${record.version}, process ${record.pid}`)
      : broken(name, `It is version ${record.version}, but this is ${PRODUCT_VERSION}.`, RESTART);
  return [
    gateway,
    ...(await checkHosts(run.hosts, recordsIn(status.browsers))),
    ...(await checkEditors(run.editors, recordsIn(status.editors))),
    ...checkServers(recordsIn(status.servers)),
  ];
}

/** Without a gateway, checks only the processes. */
async function checkHosts(folder: string, linked?: readonly JsonObject[]): Promise<Check[]> {
  const name = 'native host';
  const records = listRecords(folder);
  if (records.length === 0) return [{ name, state: 'idle', detail: 'no browser with the extension is open' }];
  return Promise.all(
    records.map(async ({ id, pid, socket }) => {
      if ((await probeSocket(socket)) !== 'alive') {
        return broken(name, `Process ${pid} does not answer.`, 'Restart the browser.');
      }
      if (linked === undefined) return sound(name, `process ${pid}`);
      return checkLink(
        pid,
        linked.find(({ hostId }) => hostId === id),
      );
    }),
  );
}

/** A running host also needs a link to the gateway, and an extension that offers tools. */
function checkLink(pid: number, browser: JsonObject | undefined): Check {
  const name = 'browser link';
  if (browser === undefined) {
    return broken(name, `The gateway is not connected to the native host (process ${pid}).`, RESTART);
  }
  if (Number(browser.tools) === 0) {
    return broken(name, `${browser.name} offers no tools.`, 'Reload the Sallyport extension, or restart the browser.');
  }
  if (browser.siteAccess === false) {
    return broken(
      name,
      `${browser.name}: the extension may not access websites, so it opens no page.`,
      GIVE_SITE_ACCESS,
    );
  }
  return sound(name, `${browser.name}, ${browser.tools} tools`);
}

function checkServers(servers: readonly JsonObject[]): Check[] {
  return servers
    .filter(({ state }) => state !== 'disabled')
    .map(({ id, state, tools, problem }) => {
      const name = `server ${id}`;
      if (state === 'signed-out') {
        return broken(name, 'It requires a sign-in.', `Run "sallyport servers login ${id}".`);
      }
      if (state !== 'failed' && state !== 'crashed') return sound(name, `${state}, ${tools} tools`);
      const fix = 'Correct its entry in config.json, then run "sallyport stop".';
      return broken(name, String(problem ?? 'It is not running.'), fix);
    });
}
