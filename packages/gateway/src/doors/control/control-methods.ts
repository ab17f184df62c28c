// The command line's methods: status, tools, calls, servers, the HTTP door, stop.
import {
  type Fence,
  type JsonObject,
  numberFrom,
  PRODUCT_VERSION,
  type Progress,
  recordsIn,
  renderResult,
  textFrom,
  toolTokens,
  toWireError,
  withForeignText,
} from '@sallyport/protocol';
import type { BrowserApp } from '../../apps/browser/browser-app.ts';
import type { EditorApp, LinkedEditor } from '../../apps/editor/editor-app.ts';
import type { Servers } from '../../apps/servers/servers.ts';
import type { Rooms } from '../../path/call.ts';
import type { Stops } from '../../path/stops.ts';
import type { Work } from '../../path/work.ts';
import { withTimeout } from '../../rooms/limits/deadline.ts';
import type { ReviewedTool, Shown } from '../../rooms/registry/registry.ts';
import type { HttpEntrance, HttpOptions, HttpStatus } from '../http-entrance.ts';
import type { Presence } from '../presence.ts';
import { type ControlMethods, readCallParams } from './control.ts';

export interface ControlPorts {
  readonly pid: number;
  readonly startedAtMs: number;
  readonly configPath: string;
  readonly now: () => number;
  /** Undefined for a gateway that does not exit when idle. */
  readonly idleMs?: number;
  readonly rooms: Rooms;
  readonly work: Pick<Work, 'whenAllListed' | 'callFor'>;
  readonly presence: Pick<Presence, 'agents'>;
  readonly browser: Pick<BrowserApp, 'browsers'>;
  readonly editor: Pick<EditorApp, 'editors'>;
  readonly servers: Pick<Servers, 'list' | 'restart' | 'logIn' | 'logOut'>;
  readonly http: Pick<HttpEntrance, 'status'>;
  readonly openHttp: (options: HttpOptions) => Promise<HttpStatus>;
  /** The links to remote hosts. */
  readonly remotes: () => { readonly list: readonly object[]; apply(): Promise<void> };
  readonly fence: Fence;
  /** The command line changed the agent store. */
  readonly onAgentsChanged: () => void;
  readonly stops: Pick<Stops, 'enforce' | 'reread'>;
  /** Ends the agent's sessions. */
  readonly dismiss: (who: string) => Promise<number>;
  /** Called before the answer is sent, takes effect after. */
  readonly leave: (why: 'stop' | 'retire') => void;
}

export function createControlMethods(ports: ControlPorts): ControlMethods {
  const { rooms, work, servers } = ports;
  return {
    status: async () => describeStatus(ports, await ports.editor.editors()),
    'tools.list': async () => {
      await work.whenAllListed();
      return { tools: rooms.registry.review().map(describeTool) };
    },
    'tools.approve': async ({ tools, isAll }) => ({ ...approveTools(ports, readShown(tools), isAll === true) }),
    stats: async () => ({ stats: rooms.journal.stats() }),
    'tools.call': async (params, { signal, notify }) => {
      const onProgress = (progress: Progress) => notify('progress', { ...progress });
      // A person at a terminal sees neither the browser's question nor why nothing happens.
      const hold = () => {
        notify('held', { message: HELD });
        return () => {};
      };
      const { cwd, ...request } = readCallParams(params);
      const by = { role: 'cli', cwd } as const;
      const end = await work.callFor({ kind: 'call', by, ...request }, { signal, onProgress, hold });
      if (!end.ok) return { ok: false, error: toWireError(withForeignText(end.error, ports.fence)) };
      const result = renderResult(end.result, { fence: ports.fence, hasObject: true });
      return { ok: true, result, provenance: end.provenance };
    },
    'http.open': async ({ port, isOpenToAll }) => ({
      ...(await ports.openHttp({ port: numberFrom(port), isOpenToAll: isOpenToAll === true })),
      pid: ports.pid,
    }),
    'agents.changed': async () => {
      ports.onAgentsChanged();
      return {};
    },
    'remotes.changed': async () => {
      await ports.remotes().apply();
      return {};
    },
    'servers.list': async () => ({ servers: servers.list }),
    'servers.restart': async ({ name }) => ({ server: await servers.restart(textFrom(name)) }),
    'servers.login': async ({ name }, { signal, notify }) => {
      const onAddress = (address: string) => notify('login', { address });
      return { server: await servers.logIn(textFrom(name), { signal, onAddress }) };
    },
    'servers.logout': async ({ name, isLeaving }) => ({
      ...(await servers.logOut(textFrom(name), { isLeaving: isLeaving === true })),
    }),
    stop: async ({ agent }) => {
      if (typeof agent === 'string') return { dismissed: await stopAgent(ports, agent) };
      ports.leave('stop');
      return { stopping: true };
    },
    'stops.changed': async () => {
      ports.stops.reread();
      return {};
    },
    retire: async () => {
      ports.leave('retire');
      return { retiring: true };
    },
  };
}

/** The command has written the list already. */
async function stopAgent({ stops, dismiss }: ControlPorts, who: string): Promise<number> {
  stops.enforce(who);
  return dismiss(who);
}

const HELD = 'Waiting for your answer in the browser: Sallyport asks a question there. Its toolbar button shows it.';

function approveTools({ rooms, now }: ControlPorts, shown: readonly Shown[], isAll: boolean) {
  const outcome = rooms.registry.approve(shown, { isAll });
  const at = new Date(now()).toISOString();
  for (const tool of outcome.approved) rooms.journal.record({ kind: 'tool', at, tool, event: 'approved' });
  return outcome;
}

function readShown(tools: unknown): readonly Shown[] {
  return recordsIn(tools).map(({ name, hash }) => ({ name: textFrom(name), hash: textFrom(hash) }));
}

function describeStatus(ports: ControlPorts, editors: readonly LinkedEditor[]): JsonObject {
  return {
    version: PRODUCT_VERSION,
    pid: ports.pid,
    uptimeMs: ports.now() - ports.startedAtMs,
    leavesWhenIdle: ports.idleMs !== undefined,
    config: ports.configPath,
    agents: ports.presence.agents.map(({ caller, cameAtMs }) => ({
      id: caller.id,
      name: caller.name,
      isNamed: caller.remembered,
      // The name that earlier commands read.
      stay: caller.session.slice(0, 8),
      ...('cwd' in caller ? { cwd: caller.cwd } : {}),
      ...('key' in caller ? { key: caller.key } : {}),
      forMs: ports.now() - cameAtMs,
      calls: ports.rooms.slots.takenBy(caller.session),
    })),
    browsers: ports.browser.browsers,
    editors,
    servers: ports.servers.list,
    waiting: ports.rooms.held?.list ?? [],
    http: ports.http.status,
    remotes: ports.remotes().list,
  };
}

function describeTool({
  app,
  name,
  mcpName,
  family,
  declaration,
  status,
  warnings,
  waiting,
}: ReviewedTool): JsonObject {
  const { title, description, effect, inputSchema } = declaration;
  const declared = { title, description, effect, inputSchema };
  const remarks = { ...waiting, warnings: warnings.length === 0 ? undefined : warnings };
  const tokens = toolTokens(withTimeout(app, declaration));
  return { name, mcpName, family, tokens, ...declared, standing: status, ...remarks };
}
