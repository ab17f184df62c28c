// What the command line can ask of a gateway: its state, its tools, a call, and to go.
import type { CallEnd } from '@sallyport/mcp-door';
import { type JsonObject, PRODUCT_VERSION, type Progress, toWireError } from '@sallyport/protocol';
import type { LinkedBrowser } from '../../apps/browser/browser-app.ts';
import type { LinkedEditor } from '../../apps/editor/editor-app.ts';
import type { ServerStatus } from '../../apps/servers/server-app.ts';
import type { Servers } from '../../apps/servers/servers.ts';
import { isTexts } from '../../rooms/grants/grant.ts';
import type { ReviewedTool } from '../../rooms/registry/registry.ts';
import type { HttpStatus, HttpWish } from '../http-entrance.ts';
import type { Stay } from '../stays.ts';
import { type CliCall, type ControlMethods, readCallParams } from './control.ts';

export interface ControlPorts {
  readonly pid: number;
  readonly startedAtMs: number;
  /** The config that is in force. */
  readonly configPath: string;
  readonly now: () => number;
  /** Undefined for one that never leaves by itself. */
  readonly idleMs: number | undefined;
  readonly stays: () => readonly Stay[];
  readonly callsOf: (stay: string) => number;
  readonly browsers: () => readonly LinkedBrowser[];
  readonly editors: () => Promise<readonly LinkedEditor[]>;
  readonly servers: () => readonly ServerStatus[];
  readonly http: () => HttpStatus | undefined;
  readonly openHttp: (wish: HttpWish) => Promise<HttpStatus>;
  readonly restartServer: (which: string) => Promise<ServerStatus>;
  readonly logInAt: Servers['logIn'];
  readonly logOutAt: Servers['logOut'];
  /** All that were declared, with their standing. */
  readonly tools: () => Promise<readonly ReviewedTool[]>;
  /** Takes changed tools as they are now; without names all of them. */
  readonly approve: (names: readonly string[] | undefined) => readonly string[];
  readonly stats: () => object;
  readonly call: (
    asked: CliCall,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
  ) => Promise<CallEnd>;
  /** The command line changed the book of agents. */
  readonly onAgentsChanged: () => void;
  readonly dismiss: (who: string) => Promise<number>;
  /** Both answer first and act after. */
  readonly stop: () => void;
  readonly retire: () => void;
}

export function createControlMethods(ports: ControlPorts): ControlMethods {
  return {
    status: async () => describeStatus(ports, await ports.editors()),
    'tools.list': async () => ({ tools: (await ports.tools()).map(describeTool) }),
    'tools.approve': async ({ names }) => ({ approved: ports.approve(isTexts(names) ? names : undefined) }),
    stats: async () => ({ stats: ports.stats() }),
    'tools.call': async (params, { signal, notify }) => {
      const onProgress = (progress: Progress) => notify('progress', { ...progress });
      const end = await ports.call(readCallParams(params), { signal, onProgress });
      if (end.ok) return { ok: true, result: end.result, provenance: end.provenance };
      return { ok: false, error: toWireError(end.error) };
    },
    'http.open': async ({ port, isOpenToAll }) => ({
      ...(await ports.openHttp({ port: Number(port), isOpenToAll: isOpenToAll === true })),
      pid: ports.pid,
    }),
    'agents.changed': async () => {
      ports.onAgentsChanged();
      return {};
    },
    'servers.list': async () => ({ servers: ports.servers() }),
    'servers.restart': async ({ name }) => ({ server: await ports.restartServer(String(name)) }),
    'servers.login': async ({ name }, { signal, notify }) => {
      const onAddress = (address: string) => notify('login', { address });
      return { server: await ports.logInAt(String(name), { signal, onAddress }) };
    },
    'servers.logout': async ({ name, isLeaving }) => ({
      ...(await ports.logOutAt(String(name), { isLeaving: isLeaving === true })),
    }),
    stop: async ({ agent }) => {
      if (typeof agent === 'string') return { dismissed: await ports.dismiss(agent) };
      ports.stop();
      return { stopping: true };
    },
    retire: async () => {
      ports.retire();
      return { retiring: true };
    },
  };
}

function describeStatus(ports: ControlPorts, editors: readonly LinkedEditor[]): JsonObject {
  return {
    version: PRODUCT_VERSION,
    pid: ports.pid,
    uptimeMs: ports.now() - ports.startedAtMs,
    leavesWhenIdle: ports.idleMs !== undefined,
    config: ports.configPath,
    agents: ports.stays().map(({ caller, cameAtMs }) => ({
      id: caller.id,
      name: caller.name,
      isNamed: caller.remembered,
      stay: caller.stay.slice(0, 8),
      ...('cwd' in caller ? { cwd: caller.cwd } : {}),
      ...('key' in caller ? { key: caller.key } : {}),
      forMs: ports.now() - cameAtMs,
      calls: ports.callsOf(caller.stay),
    })),
    browsers: ports.browsers(),
    editors,
    servers: ports.servers(),
    ...describeHttp(ports.http()),
  };
}

function describeHttp(http: HttpStatus | undefined): JsonObject {
  return http === undefined ? {} : { http };
}

function describeTool({ name, mcpName, family, declaration, standing, warnings }: ReviewedTool): JsonObject {
  const { title, description, effect, inputSchema } = declaration;
  return {
    name,
    mcpName,
    family,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(effect === undefined ? {} : { effect }),
    inputSchema,
    standing,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
