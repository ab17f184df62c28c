// The hops between an agent and a page, in order, each looked at on its own: what it is, whether it stands, what mends it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigProblem } from '@sallyport/gateway';
import {
  configFileOf,
  listRecords,
  locatePlaces,
  openRunDirectory,
  probeSocket,
  readGatewayRecord,
} from '@sallyport/native-host/run-directory';
import { type JsonObject, PRODUCT_VERSION, recordsIn, SallyportError } from '@sallyport/protocol';
import { openBook } from '../commands/agent-book.ts';
import type { CommandContext } from '../context.ts';
import { withLivingGateway } from '../gateway/from-frame.ts';
import { placeOfWanted } from '../install/plan.ts';
import { isSupportedNode, prepareInstall } from '../install/prepare.ts';
import { GATEWAY_BUNDLE, HOST_BUNDLE, SHIM_BUNDLE } from '../install/wanted.ts';
import { lookAtEditors } from './editor-hops.ts';
import { broken, GIVE_SITE_ACCESS, type Hop } from './hop.ts';

type Look = (ground: CommandContext) => Promise<readonly Hop[]>;

/** All hops, also after a broken one: what follows it may be broken by itself. */
export async function lookAtHops(ground: CommandContext): Promise<readonly Hop[]> {
  const hops: Hop[] = [];
  for (const [name, look] of looks) {
    try {
      hops.push(...(await look(ground)));
    } catch (thrown) {
      const { message, hint } =
        thrown instanceof SallyportError ? thrown : { message: String(thrown), hint: undefined };
      hops.push(broken(name, message, hint));
    }
  }
  return hops;
}

const looks: readonly (readonly [name: string, look: Look])[] = [
  ['Node', lookAtNode],
  ['bundles', lookAtBundles],
  ['config.json', lookAtConfig],
  ['agents.json', lookAtAgents],
  ['browser set-up', lookAtSetUp],
  ['run directory', lookAtRunDirectory],
  ['gateway', lookAtGateway],
];

async function lookAtNode({ node }: CommandContext): Promise<Hop[]> {
  return isSupportedNode(node.version)
    ? [{ name: 'Node', state: 'sound', detail: `${node.version} at ${node.path}` }]
    : [broken('Node', `${node.version} is too old.`, 'Use Node 20.19+, 22.12+ or 24+.')];
}

async function lookAtBundles({ bundles, machine: { platform } }: CommandContext): Promise<Hop[]> {
  const missing = [HOST_BUNDLE, GATEWAY_BUNDLE, SHIM_BUNDLE].filter((file) => !existsSync(join(bundles, file)));
  if (missing.length === 0) return [{ name: 'bundles', state: 'sound', detail: bundles }];
  const folder = platform === 'win32' ? bundles : `${bundles}/`;
  return [
    broken('bundles', `${folder} has no ${missing.join(', ')}.`, 'Run "npm run build" in the folder of Sallyport.'),
  ];
}

async function lookAtConfig({ machine }: CommandContext): Promise<Hop[]> {
  const path = configFileOf(machine);
  const problem = readConfigProblem(path);
  return problem === undefined
    ? [{ name: 'config.json', state: 'sound', detail: existsSync(path) ? path : 'none, which is fine' }]
    : [broken('config.json', problem.message, problem.hint)];
}

/** Without a look at the keys themselves: which of them agents really have is theirs to know. */
async function lookAtAgents(ground: CommandContext): Promise<Hop[]> {
  const count = openBook(ground).list().length;
  const detail = count === 0 ? 'no agent has a key' : `${count} ${count === 1 ? 'agent has' : 'agents have'} a key`;
  return [{ name: 'agents.json', state: 'sound', detail }];
}

/**
 * The same plan that `install` makes: what it would change is what is not as it should be. A browser that is open without any
 * of it, as the one of `up` is, does not need it.
 */
async function lookAtSetUp({ machine, node, installer }: CommandContext): Promise<Hop[]> {
  const options = { browsers: [], extensionIds: [], parts: ['browsers'] as const };
  const { changes, browsers } = await prepareInstall(options, machine, node, installer);
  const off = changes.filter(({ action }) => action !== 'keep');
  const served = browsers.map(({ browser }) => browser.title).join(', ');
  if (off.length === 0)
    return [{ name: 'browser set-up', state: 'sound', detail: `manifests and launchers: ${served}` }];
  const isFresh = off.every(({ action }) => action === 'create');
  const isOpen = listRecords(join(locatePlaces(machine).run, 'hosts')).length > 0;
  if (isFresh && off.length === changes.length && isOpen) {
    const detail = `not done for your own ${served}; "sallyport install" does it`;
    return [{ name: 'browser set-up', state: 'idle', detail }];
  }
  const places = off.slice(0, 3).map(({ wanted }) => placeOfWanted(wanted));
  const what = isFresh ? 'missing' : 'missing or different';
  return [
    broken(
      'browser set-up',
      `${off.length} of ${changes.length} ${what}: ${places.join(', ')}`,
      'Run "sallyport install".',
    ),
  ];
}

async function lookAtRunDirectory({ machine }: CommandContext): Promise<Hop[]> {
  const { run } = locatePlaces(machine);
  openRunDirectory(run, machine);
  return [{ name: 'run directory', state: 'sound', detail: run }];
}

/** From here on the hops are processes; they are read from what the living gateway says of them. */
async function lookAtGateway(ground: CommandContext): Promise<Hop[]> {
  const { machine } = ground;
  const run = openRunDirectory(locatePlaces(machine).run, machine);
  const record = readGatewayRecord(run);
  const status =
    record === undefined ? undefined : await withLivingGateway(ground, (control) => control.request('status'));
  const hosts = await lookAtHosts(run.hosts);
  if (status === undefined || record === undefined) {
    const gateway: Hop = { name: 'gateway', state: 'idle', detail: 'not running; an agent starts it when it needs it' };
    return [gateway, ...hosts.map(({ hop }) => hop), ...(await lookAtEditors(run.editors))];
  }
  const gateway: Hop =
    record.version === PRODUCT_VERSION
      ? { name: 'gateway', state: 'sound', detail: `version ${record.version}, process ${record.pid}` }
      : broken('gateway', `It has version ${record.version}, this is ${PRODUCT_VERSION}.`, 'Run "sallyport stop".');
  const linked = recordsIn(status.browsers);
  return [
    gateway,
    ...hosts.map(({ hop, id }) => linkHop(hop, linked, id)),
    ...(await lookAtEditors(run.editors, recordsIn(status.editors))),
    ...lookAtServers(recordsIn(status.servers)),
  ];
}

async function lookAtHosts(folder: string): Promise<{ readonly id: string; readonly hop: Hop }[]> {
  const records = listRecords(folder);
  if (records.length === 0) {
    const detail = 'no browser with the extension is open';
    return [{ id: '', hop: { name: 'native host', state: 'idle', detail } }];
  }
  return Promise.all(
    records.map(async ({ id, pid, socket }) => {
      const isAlive = (await probeSocket(socket)) === 'alive';
      const hop: Hop = isAlive
        ? { name: 'native host', state: 'sound', detail: `process ${pid}` }
        : broken('native host', `Its record is there, but process ${pid} does not answer.`, 'Restart the browser.');
      return { id, hop };
    }),
  );
}

/** A host that lives is of use only when the gateway has a link to it, and its extension has declared tools. */
function linkHop(host: Hop, linked: readonly JsonObject[], id: string): Hop {
  if (host.state !== 'sound') return host;
  const browser = linked.find(({ hostId }) => hostId === id);
  if (browser === undefined) {
    return broken(
      'browser link',
      `The gateway has no link to the native host (${host.detail}).`,
      'Run "sallyport stop".',
    );
  }
  if (Number(browser.tools) === 0) {
    return broken('browser link', `${browser.name} has declared no tools.`, 'Reload its extension, or restart it.');
  }
  if (browser.siteAccess === false) {
    return broken('browser link', `${browser.name}: site access is missing, so it opens no page.`, GIVE_SITE_ACCESS);
  }
  return { name: 'browser link', state: 'sound', detail: `${browser.name}, ${browser.tools} tools` };
}

function lookAtServers(servers: readonly JsonObject[]): Hop[] {
  return servers
    .filter(({ state }) => state !== 'disabled')
    .map(({ id, state, tools, problem }) => {
      const name = `server ${id}`;
      if (state === 'signed-out') {
        return broken(name, 'It wants a sign-in.', `Run "sallyport servers login ${id}".`);
      }
      return state === 'failed' || state === 'crashed'
        ? broken(
            name,
            String(problem ?? 'It does not run.'),
            'Correct its entry in config.json, then "sallyport stop".',
          )
        : { name, state: 'sound', detail: `${state}, ${tools} tools` };
    });
}
