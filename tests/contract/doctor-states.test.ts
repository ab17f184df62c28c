// The doctor on homes in which one thing is broken, which it names by its code, and on healthy ones, where it finds nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '@sallyport/cli';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { type FindingCode, findingCodes, isFinding } from '../../packages/cli/src/doctor/check.ts';
import type { Probes } from '../../packages/cli/src/doctor/probes.ts';
import { applyRepairs, planRepairs } from '../../packages/cli/src/doctor/repairs.ts';
import { createOutput } from '../../packages/cli/src/output.ts';
import { type DoctorWorld, openDoctorWorld } from '../support/doctor-world.ts';
import { projectRoot } from '../support/test-sources.ts';

interface State {
  readonly code: FindingCode;
  readonly arrange: (world: DoctorWorld) => Promise<unknown> | unknown;
  readonly overrides?: Partial<CommandContext>;
  readonly probes?: Partial<Probes>;
}

const firefox = '.mozilla/firefox/profiles.ini';
const manifest = '.mozilla/native-messaging-hosts/dev.sallyport.host.json';
const shim = 'sp/data/versions/0.1.0/mcp-shim.cjs';

const withBrowsers = async (world: DoctorWorld) => {
  world.put(firefox, '');
  await world.sallyport('install', '--only', 'browsers', '--yes');
};
const withAgents = async (world: DoctorWorld) => {
  world.put('.gemini/settings.json', '{}');
  await world.sallyport('install', '--only', 'agents', '--yes');
};
const tabs = { 'tools.call': { ok: true, result: {} } };
const status = (facts: object) => ({ status: { browsers: [], editors: [], servers: [], ...facts } });
const browser = (hostId: string, facts: object = {}) => ({ hostId, name: 'firefox 1.0', tools: 5, ...facts });
/** A linked browser, with what the gateway says of it and answers for it. */
const linked = async (world: DoctorWorld, facts: object = {}, answers: object = tabs, version?: string) => {
  const id = await world.openApp('hosts', { version });
  await world.openGateway({ ...status({ browsers: [browser(id, facts)] }), ...answers });
};
const failure = (error: object) => ({ 'tools.call': { ok: false, error: { message: 'no', ...error } } });

/** A remote host as `remote add` writes it down, with its key. */
const remote = async (world: DoctorWorld, { version = PRODUCT_VERSION, hasKey = true } = {}) => {
  await world.sallyport('agents', 'add', 'box');
  const agentId = JSON.parse(world.read('sp/data/agents.json')).agents[0].id;
  if (!hasKey) await world.sallyport('agents', 'revoke', 'box');
  const entry = { id: 'a'.repeat(32), host: 'me@box', name: 'box', agentId, folder: '/home/me/x', version };
  world.put('sp/data/remotes.json', JSON.stringify({ version: 1, remotes: [entry] }));
};
const up = { remotes: [{ name: 'box', host: 'me@box', state: 'up' }] };

const broken: Readonly<Record<string, State>> = {
  'a Node that is too old': {
    code: 'node-old',
    arrange: () => {},
    overrides: { node: { path: process.execPath, version: 'v18.20.0' } },
  },
  'a build without the gateway': { code: 'bundles-missing', arrange: (world) => world.remove('bundles/gateway.cjs') },
  'a wrong value in config.json': {
    code: 'config-invalid',
    arrange: (world) => world.put('sp/config.json', '{ "policy": 1 }'),
  },
  'keys that cannot be read': { code: 'agents-damaged', arrange: (world) => world.put('sp/data/agents.json', '{') },
  'stops that cannot be read': { code: 'stops-damaged', arrange: (world) => world.put('sp/data/stopped.json', '{') },
  'a file in place of the run directory': {
    code: 'run-directory-unsafe',
    arrange: (world) => world.put('sp/run', ''),
  },
  'a browser and nothing set up': { code: 'nothing-set-up', arrange: (world) => world.put(firefox, '') },
  'a damaged record of the installation': {
    code: 'install-record-damaged',
    arrange: (world) => world.put('sp/data/install.json', '{'),
  },
  'a deleted manifest': {
    code: 'browser-setup-missing',
    arrange: async (world) => {
      await withBrowsers(world);
      world.remove(manifest);
    },
  },
  'a deleted launcher': {
    code: 'browser-setup-missing',
    arrange: async (world) => {
      await withBrowsers(world);
      world.remove('sp/data/launchers');
    },
  },
  'a set-up of another Node': {
    code: 'browser-setup-different',
    arrange: withBrowsers,
    overrides: { node: { path: '/opt/other/node', version: process.version } },
  },
  'the manifest of another program': {
    code: 'browser-setup-foreign',
    arrange: async (world) => {
      await withBrowsers(world);
      world.put(manifest, '{"name":"dev.sallyport.host","path":"/opt/other/host"}');
    },
  },
  "a client's file that is no JSON": {
    code: 'client-file-unreadable',
    arrange: (world) => world.put('.gemini/settings.json', '{'),
  },
  'a deleted shim': {
    code: 'client-program-gone',
    arrange: async (world) => {
      await withAgents(world);
      world.remove(shim);
    },
  },
  'an entry with a Node that is gone': {
    code: 'client-program-gone',
    arrange: async (world) => {
      await withAgents(world);
      const path = '.gemini/settings.json';
      world.put(path, world.read(path).replace(process.execPath, join(world.home, 'gone/node')));
    },
  },
  'a rotated key': {
    code: 'client-key-unknown',
    arrange: async (world) => {
      await withAgents(world);
      await world.sallyport('agents', 'rotate', 'Gemini CLI');
    },
  },
  'a revoked key of a TOML client': {
    code: 'client-key-unknown',
    arrange: async (world) => {
      world.put('.codex/config.toml', 'model = "o"\n');
      await world.sallyport('install', '--only', 'agents', '--yes');
      await world.sallyport('agents', 'revoke', 'Codex');
    },
  },
  'an entry that does not answer': {
    code: 'client-ping-failed',
    arrange: withAgents,
    probes: { pingEntry: () => Promise.reject(new Error('tools/list got no answer in 15000 ms.')) },
  },
  'an agent that the user stopped': {
    code: 'agent-stopped',
    arrange: async (world) => {
      await world.sallyport('agents', 'add', 'Ada');
      await world.sallyport('stop', 'Ada');
    },
  },
  'a gateway that is kept down': { code: 'gateway-held', arrange: (world) => world.sallyport('stop', '--hold') },
  'a gateway that hangs': { code: 'gateway-hung', arrange: (world) => world.openGateway({}) },
  'a gateway of another version': {
    code: 'gateway-old',
    arrange: (world) => world.openGateway(status({}), '0.0.1'),
  },
  'a native host that is gone': {
    code: 'host-dead',
    arrange: (world) => world.openApp('hosts', { isDead: true }),
  },
  'a native host of another version': { code: 'host-old', arrange: (world) => linked(world, {}, tabs, '0.0.1') },
  'a native host that the gateway does not know': {
    code: 'link-missing',
    arrange: async (world) => {
      await world.openApp('hosts');
      await world.openGateway(status({}));
    },
  },
  'an extension without tools': {
    code: 'extension-without-tools',
    arrange: (world) => linked(world, { tools: 0 }),
  },
  'an extension without access to sites': {
    code: 'site-access-missing',
    arrange: (world) => linked(world, { siteAccess: false }),
  },
  'a browser that is frozen': { code: 'browser-frozen', arrange: (world) => linked(world, {}, {}) },
  'a browser whose call timed out': {
    code: 'browser-frozen',
    arrange: (world) => linked(world, {}, failure({ code: 'ERR_TOOL_TIMEOUT' })),
  },
  'a browser with all agents paused': {
    code: 'agents-paused',
    arrange: (world) => linked(world, {}, failure({ code: 'ERR_PERMISSION_DENIED', data: { reason: 'PAUSED' } })),
  },
  'a question that waits': {
    code: 'question-waiting',
    arrange: (world) => world.openGateway(status({ waiting: [{ agent: 'Ada', tool: 'browser/click' }] })),
  },
  'a window of VS Code that is gone': {
    code: 'editor-dead',
    arrange: (world) => world.openApp('editors', { isDead: true }),
  },
  'a window that the gateway does not know': {
    code: 'editor-unlinked',
    arrange: async (world) => {
      await world.openApp('editors');
      await world.openGateway(status({}));
    },
  },
  'a server that crashed': {
    code: 'server-failed',
    arrange: (world) => world.openGateway(status({ servers: [{ id: 'x', state: 'crashed', problem: 'exit 1' }] })),
  },
  'a server without a sign-in': {
    code: 'server-signed-out',
    arrange: (world) => world.openGateway(status({ servers: [{ id: 'x', state: 'signed-out' }] })),
  },
  'remote hosts that cannot be read': {
    code: 'remotes-damaged',
    arrange: (world) => world.put('sp/data/remotes.json', '{}'),
  },
  'a remote host without a key': {
    code: 'remote-key-unknown',
    arrange: (world) => remote(world, { hasKey: false }),
  },
  'a remote host while no gateway runs': { code: 'remote-no-gateway', arrange: (world) => remote(world) },
  'a remote host that ssh does not reach': {
    code: 'remote-down',
    arrange: async (world) => {
      await remote(world);
      await world.openGateway(status({ remotes: [{ name: 'box', state: 'down', problem: 'Connection refused' }] }));
    },
  },
  'a remote host with an older shim': {
    code: 'remote-old',
    arrange: async (world) => {
      await remote(world, { version: '0.0.1' });
      await world.openGateway(status(up));
    },
  },
};

it.each(Object.entries(broken))('names %s, and what to do', async (_, { code, arrange, overrides, probes }) => {
  const world = openDoctorWorld();
  await arrange(world);
  const found = (await world.check(overrides, probes)).filter(isFinding);
  expect(found.map((finding) => finding.code)).toEqual([code]);
  expect(found[0]?.detail).not.toBe('');
  expect(found[0]?.fix).toMatch(/\w/);
});

const healthy: Readonly<Record<string, (world: DoctorWorld) => Promise<unknown> | unknown>> = {
  'no browser, no client, nothing': () => {},
  'agents only, beside a browser that is not set up': async (world) => {
    world.put(firefox, '');
    await withAgents(world);
  },
  'browsers only, none open': withBrowsers,
  'a browser set up and open': async (world) => {
    await withBrowsers(world);
    await linked(world);
  },
  "the browser of up, the user's own not set up": async (world) => {
    world.put(firefox, '');
    await linked(world);
  },
  'an extension that has another set of tools': (world) => linked(world, {}, failure({ code: 'ERR_TOOL_NOT_FOUND' })),
  'servers only, one starting and one disabled': (world) =>
    world.openGateway(
      status({
        servers: [
          { id: 'a', state: 'running', tools: 2 },
          { id: 'b', state: 'starting', tools: 0 },
          { id: 'c', state: 'disabled' },
        ],
      }),
    ),
  'an editor only': async (world) => {
    const id = await world.openApp('editors');
    await world.openGateway(status({ editors: [{ id, name: 'code', tools: 9 }] }));
  },
  'an editor and a native host while no gateway runs': async (world) => {
    await world.openApp('editors');
    await world.openApp('hosts');
  },
  "an entry of the user's own": (world) =>
    world.put('.gemini/settings.json', '{"mcpServers":{"sallyport":{"command":"mine"}}}'),
  'a remote host with its link': async (world) => {
    await remote(world);
    await world.openGateway(status(up));
  },
  'a remote host that is being connected': async (world) => {
    await remote(world);
    await world.openGateway(status({ remotes: [{ name: 'box', state: 'connecting' }] }));
  },
  'a client that is not set up': (world) => world.put('.cursor/mcp.json', '{}'),
  'keys without clients': (world) => world.sallyport('agents', 'add', 'Ada'),
  'an agent that was stopped and resumed': async (world) => {
    await world.sallyport('agents', 'add', 'Ada');
    await world.sallyport('stop', 'Ada');
    await world.sallyport('resume', 'Ada');
  },
};

it.each(Object.entries(healthy))('finds nothing wrong with %s', async (_, arrange) => {
  const world = openDoctorWorld();
  await arrange(world);
  expect((await world.check()).filter(isFinding)).toEqual([]);
});

it.each(['a deleted manifest', 'a deleted launcher', 'a deleted shim', 'a rotated key', 'a native host that is gone'])(
  'repairs %s',
  async (title) => {
    const world = openDoctorWorld();
    await broken[title]?.arrange(world);
    const repairs = planRepairs(await world.check());
    expect(repairs).toHaveLength(1);
    const output = createOutput({ stdout: world.context.stdout, stderr: world.context.stderr, isJson: false });
    const done = await applyRepairs(repairs, { ...world.context, output, setExitCode: () => {} });
    expect(done).toMatchObject([{ isDone: true }]);
    expect((await world.check()).filter(isFinding)).toEqual([]);
  },
);

it("plans no repair of the user's own decisions and files", async () => {
  for (const title of [
    'an agent that the user stopped',
    'a gateway that is kept down',
    "a client's file that is no JSON",
  ]) {
    const world = openDoctorWorld();
    await broken[title]?.arrange(world);
    expect(planRepairs(await world.check())).toEqual([]);
  }
});

it('has a section in docs/troubleshooting.md for every code', () => {
  const page = readFileSync(join(projectRoot, 'docs/troubleshooting.md'), 'utf8');
  const sections = [...page.matchAll(/^## `([\w-]+)`: (.+)$/gm)].map(([, code, title]) => [code, title]);
  expect(sections).toEqual(Object.entries(findingCodes));
});
