// What the background asks the gateway for pages, with the replies as types.
import type { HostRequestType, JsonObject } from '@sallyport/protocol';
import * as z from 'zod';
import type { PageSender } from './page-sender.ts';

/** The options of a request; the link's own type, which lies above this folder. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { progress: number; total?: number; message?: string }) => void) | undefined;
  readonly timeoutMs?: number;
}

export type AskGateway = (type: HostRequestType, fields: JsonObject, options?: AskOptions) => Promise<JsonObject>;

export const scopes = ['mcp:tools.list', 'mcp:tools.call', 'mcp:server.connect', 'browser:activeTab.read'] as const;

export type Scope = (typeof scopes)[number];

export function isScope(value: string): value is Scope {
  return scopes.some((scope) => scope === value);
}

const grant = z.object({
  origin: z.string(),
  scope: z.string(),
  grantType: z.enum(['ALLOW_ONCE', 'ALLOW_ALWAYS', 'DENY']),
  tabId: z.number().optional(),
  expiresAt: z.number().optional(),
  allowedTools: z.array(z.string()).optional(),
  callsMade: z.number().optional(),
});

export type Grant = z.infer<typeof grant>;

const tool = z.object({
  name: z.string(),
  serverLabel: z.string(),
  toolName: z.string(),
  description: z.string().optional(),
  effect: z.enum(['read', 'change', 'destroy']),
});

export type GrantableTool = z.infer<typeof tool>;

/** The fields that say for whom a request is made. */
export function fieldsOf({ origin, tabId, within, mayStart = false }: PageSender): JsonObject {
  const inFrame = within === undefined ? {} : { in_frame: true };
  return { origin, tab_id: tabId, ...inFrame, ...(mayStart ? {} : { if_running: true }) };
}

/** The grants that count in this tab; in a frame, a yes counts for the tab alone. */
export async function grantsOf(ask: AskGateway, page: PageSender): Promise<readonly Grant[]> {
  const { grants } = await ask('host_get_permissions', fieldsOf(page));
  return z
    .array(grant)
    .parse(grants)
    .filter(({ tabId }) => tabId === undefined || tabId === page.tabId)
    .filter(({ tabId, grantType }) => page.within === undefined || tabId !== undefined || grantType === 'DENY');
}

export async function allGrants(
  ask: AskGateway,
): Promise<{ readonly grants: readonly Grant[]; readonly calls: Readonly<Record<string, number>> }> {
  const { grants, calls } = await ask('host_get_permissions', { for_user: true });
  return { grants: z.array(grant).parse(grants), calls: z.record(z.string(), z.number()).parse(calls) };
}

export async function grantableTools(ask: AskGateway): Promise<readonly GrantableTool[]> {
  const { tools } = await ask('host_list_tools', { for_user: true });
  return z.array(tool).parse(tools);
}
