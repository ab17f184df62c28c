// What the command line can ask of a gateway: its state, its tools, a call, and to go.
import type { CallEnd } from '@sallyport/mcp-door';
import { type JsonObject, PRODUCT_VERSION, type Progress, toWireError } from '@sallyport/protocol';
import type { LinkedBrowser } from './apps/browser-app.ts';
import type { ServerStatus } from './apps/servers/server-app.ts';
import { type ControlMethods, readCallParams } from './doors/control.ts';
import type { RegisteredTool } from './registry/registry.ts';
import type { Stay } from './stays.ts';

export interface ControlPorts {
  readonly pid: number;
  readonly startedAtMs: number;
  readonly now: () => number;
  /** Undefined for one that never leaves by itself. */
  readonly idleMs: number | undefined;
  readonly stays: () => readonly Stay[];
  readonly callsOf: (stay: string) => number;
  readonly browsers: () => readonly LinkedBrowser[];
  readonly servers: () => readonly ServerStatus[];
  readonly restartServer: (which: string) => Promise<ServerStatus>;
  readonly tools: () => Promise<readonly RegisteredTool[]>;
  readonly call: (
    asked: { readonly name: string; readonly args: JsonObject },
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
  ) => Promise<CallEnd>;
  readonly dismiss: (who: string) => Promise<number>;
  /** Both answer first and act after. */
  readonly stop: () => void;
  readonly retire: () => void;
}

export function createControlMethods(ports: ControlPorts): ControlMethods {
  return {
    status: async () => describeStatus(ports),
    'tools.list': async () => ({ tools: (await ports.tools()).map(describeTool) }),
    'tools.call': async (params, { signal, notify }) => {
      const onProgress = (progress: Progress) => notify('progress', { ...progress });
      const end = await ports.call(readCallParams(params), { signal, onProgress });
      if (end.ok) return { ok: true, result: end.result, provenance: end.provenance };
      return { ok: false, error: toWireError(end.error) };
    },
    'servers.list': async () => ({ servers: ports.servers() }),
    'servers.restart': async ({ name }) => ({ server: await ports.restartServer(String(name)) }),
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

function describeStatus(ports: ControlPorts): JsonObject {
  return {
    version: PRODUCT_VERSION,
    pid: ports.pid,
    uptimeMs: ports.now() - ports.startedAtMs,
    leavesWhenIdle: ports.idleMs !== undefined,
    agents: ports.stays().map(({ caller, cameAtMs }) => ({
      id: caller.id,
      name: caller.name,
      stay: caller.stay.slice(0, 8),
      ...(caller.cwd === undefined ? {} : { cwd: caller.cwd }),
      forMs: ports.now() - cameAtMs,
      calls: ports.callsOf(caller.stay),
    })),
    browsers: ports.browsers(),
    servers: ports.servers(),
  };
}

function describeTool({ name, mcpName, declaration }: RegisteredTool): JsonObject {
  const { title, description, effect, inputSchema } = declaration;
  return {
    name,
    mcpName,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(effect === undefined ? {} : { effect }),
    inputSchema,
  };
}
