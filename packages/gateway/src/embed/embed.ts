// The API for programs that embed the host: one instance for the process, created on first use.
import { randomBytes } from 'node:crypto';
import { isRunning, readMachine } from '@sallyport/native-host/run-directory';
import { type App, isErrorCode, isRecord, limits, SallyportError, toWireError } from '@sallyport/protocol';
import { describeTool, type ToolDescriptor } from '../doors/answer-host.ts';
import type { ScopeRequest } from '../rooms/grants/grants.ts';
import { requireGrantType, requireScope } from '../rooms/grants/scopes.ts';
import { isOwnApp } from '../rooms/registry/tool-name.ts';
import { claimOf, createHost, DEFAULT_PROFILE, listFor } from './host.ts';
import { type Embedded, openEmbedded } from './open-embedded.ts';
import type {
  Budget,
  CallSlot,
  GrantOptions,
  GrantType,
  ListedTools,
  ListOptions,
  McpHost,
  McpManager,
  PermissionCheck,
  PermissionGrant,
  PermissionScope,
  ServerTool,
  ToolCallMetric,
  ToolCallStats,
} from './types.ts';

export type * from './types.ts';
export { GrantType, PermissionScope } from './types.ts';

/** The product's only module state: the functions of this API take no instance. */
let current: { readonly embedded: Embedded; readonly host: McpHost } | undefined;

function instance(): { readonly embedded: Embedded; readonly host: McpHost } {
  if (current !== undefined) return current;
  const { pid } = process;
  const embedded = openEmbedded({ machine: readMachine(), pid, now: Date.now, random: randomBytes, isRunning });
  const host = createHost(embedded);
  const made = { embedded, host: { ...host, close } };
  async function close(): Promise<void> {
    if (current === made) current = undefined;
    await host.close();
  }
  current = made;
  return made;
}

/** The first call starts the servers of the config. Returns the same host until it is closed. */
export function getMcpHost(): McpHost {
  const { embedded, host } = instance();
  embedded.begin();
  return host;
}

export const mcpManager: McpManager = {
  setOnServerCrash: (listener) => instance().embedded.manager.setOnServerCrash(listener),
  setOnServerRestarted: (listener) => instance().embedded.manager.setOnServerRestarted(listener),
  setOnServerFailed: (listener) => instance().embedded.manager.setOnServerFailed(listener),
};

/**
 * Resolves when the grant is in force; a lasting one is then on disk. Waits for servers that are just starting, so that
 * a list right after it is whole. Rejects while a gateway runs.
 */
export async function grantPermission(
  origin: string,
  profileId: string,
  scope: PermissionScope,
  grantType: GrantType,
  options: GrantOptions = {},
): Promise<void> {
  const { embedded } = instance();
  await embedded.mayDecide();
  const { tabId, ...terms } = options;
  const request = requestOf(origin, profileId, scope, tabId);
  embedded.decisions.grant(request, requireGrantType(grantType), terms, 'program');
  await embedded.whenListed();
}

export async function revokePermission(origin: string, profileId: string, scope: PermissionScope): Promise<void> {
  const { embedded } = instance();
  await embedded.mayDecide();
  embedded.decisions.revoke({ origin, profileId }, requireScope(scope), 'program');
}

export function checkPermission(
  origin: string,
  profileId: string,
  scope: PermissionScope,
  tabId?: number,
): PermissionCheck {
  try {
    const checked = instance()
      .embedded.grants()
      .check(requestOf(origin, profileId, scope, tabId));
    return checked.granted ? checked : { ...checked, error: toWireError(checked.error) };
  } catch (thrown) {
    return { granted: false, error: toWireError(thrown) };
  }
}

export function getPermissions(origin: string, profileId: string = DEFAULT_PROFILE): readonly PermissionGrant[] {
  return instance().embedded.grants().list({ origin, profileId });
}

export function isToolAllowed(
  origin: string,
  profileId: string,
  toolName: string,
  tabId?: number,
): { readonly allowed: boolean; readonly error?: PermissionCheck['error'] } {
  const request = requestOf(origin, profileId, 'mcp:tools.call', tabId);
  const checked = instance().embedded.grants().check(request, toolName);
  return checked.granted ? { allowed: true } : { allowed: false, error: toWireError(checked.error) };
}

/** Returns how many grants ended. */
export function expireTabGrants(tabId: number): number {
  return instance().embedded.decisions.expireTab(tabId).length;
}

/** Tools of a server that is not in the config can be listed and resolved; calls fail with "not connected". */
export function registerServerTools(
  serverId: string,
  serverLabel: string,
  tools: readonly ServerTool[],
): ToolDescriptor[] {
  if (serverId === '' || serverId.includes('/') || isOwnApp(serverId)) {
    throw new SallyportError('ERR_INPUT_INVALID', 'A server id must not be empty, reserved or contain a slash.');
  }
  const { registry } = instance().embedded.rooms;
  const declarations = tools.map(({ inputSchema, ...tool }) => ({
    ...tool,
    inputSchema: isRecord(inputSchema) ? inputSchema : { type: 'object' },
  }));
  const app = registry.app(serverId) ?? unconnected(serverId);
  return registry.put(app, serverLabel, declarations, { isVouched: true }).map(describeTool);
}

export function unregisterServerTools(serverId: string): void {
  instance().embedded.rooms.registry.remove(serverId);
}

export function listTools(
  origin: string,
  profileId: string,
  options: Omit<ListOptions, 'profileId'> = {},
): ListedTools {
  return listFor(instance().embedded, origin, { ...options, profileId });
}

export function resolveTool(
  origin: string,
  profileId: string,
  toolName: string,
): { readonly tool?: ToolDescriptor; readonly error?: PermissionCheck['error'] } {
  const { rooms } = instance().embedded;
  try {
    const caller = rooms.callers.identify(claimOf(origin, { profileId }));
    rooms.guard.require(caller, 'mcp:tools.call');
    const tool = rooms.registry.resolve(toolName);
    rooms.guard.authorise(caller, tool);
    return { tool: describeTool(tool) };
  } catch (thrown) {
    return { error: toWireError(thrown) };
  }
}

export function createRun(origin: string, maxCalls?: number): Budget {
  return instance().embedded.rooms.runs.create(origin, maxCalls);
}

/** Answers at once; only callTool waits for a slot. Also spends a call of the run. */
export function acquireCallSlot(origin: string, runId?: string): CallSlot {
  const { slots, runs } = instance().embedded.rooms;
  let refund = () => {};
  try {
    if (runId !== undefined) refund = runs.spend(origin, runId);
    const { slots: count, slotQueue } = limits.webOrigin;
    return { acquired: true, release: slots.takeNow(origin, { slots: count, queue: slotQueue }) };
  } catch (thrown) {
    refund();
    return { acquired: false, release: () => {}, error: toWireError(thrown) };
  }
}

/** Undefined for an unknown run. */
export function endRun(runId: string): Budget | undefined {
  return instance().embedded.rooms.runs.end(runId);
}

export function recordToolCall(metric: ToolCallMetric): void {
  const { journal } = instance().embedded.rooms;
  const { toolName, serverId, origin, durationMs, success, errorCode, timestamp } = metric;
  journal.record({
    kind: 'call',
    at: new Date(timestamp).toISOString(),
    callId: 'recorded',
    origin,
    profile: DEFAULT_PROFILE,
    tool: toolName.includes('/') ? toolName : `${serverId}/${toolName}`,
    server: serverId,
    outcome: success ? 'result' : 'failure',
    code: isErrorCode(errorCode) ? errorCode : undefined,
    durationMs,
  });
}

export function getToolCallStats(): ToolCallStats {
  return instance().embedded.rooms.journal.stats();
}

/** Adds details of each call to the journal, but never contents. */
export function setDebugMode(enabled: boolean): void {
  instance().embedded.rooms.journal.setDebug(enabled);
}

function requestOf(origin: string, profileId: string, scope: PermissionScope, tabId: number | undefined): ScopeRequest {
  return { subject: { origin, profileId }, scope: requireScope(scope), tabId };
}

function unconnected(id: string): App {
  return {
    id,
    listTools: async () => [],
    callTool: () =>
      Promise.reject(
        new SallyportError('ERR_SERVER_UNAVAILABLE', `The server ${id} is not connected.`, {
          hint: 'Add it to config.json, or start it again. The call has not run.',
          data: { outcome: 'not_run' },
        }),
      ),
    onToolsChanged: () => () => {},
    close: async () => {},
  };
}
