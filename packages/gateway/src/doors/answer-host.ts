// Answers `host_*` requests, which the extension sends over a link, from the rooms.
import type { CallOutcome } from '@sallyport/mcp-door';
import type { Call, CallOptions, Fence, HostHello, JsonObject } from '@sallyport/protocol';
import type { AnswerContext } from '../apps/browser/link.ts';
import type { CallRequest, Rooms } from '../path/call.ts';
import type { Decisions } from '../path/decisions.ts';
import type { Claimed } from '../rooms/callers/callers.ts';
import type { Grants } from '../rooms/grants/grants.ts';
import type { RegisteredTool } from '../rooms/registry/app-entry.ts';
import { answerHostMessage, type HostPorts } from './host-messages.ts';

export interface AnswersOptions {
  readonly rooms: Rooms;
  readonly grants: () => Grants;
  readonly decisions: Decisions;
  /** Throws when the caller may not list. */
  readonly toolsFor: (by: Claimed) => Promise<readonly RegisteredTool[]>;
  readonly callFor: (request: CallRequest, options: CallOptions) => Promise<CallOutcome>;
  readonly fence: Fence;
}

/** Without a hello of the extension the profile is unknown. */
export function profileOf({ profile }: HostHello): string {
  return profile?.id ?? 'default';
}

export function createAnswers(options: AnswersOptions): (call: Call, context: AnswerContext) => Promise<JsonObject> {
  const { rooms, grants, decisions, toolsFor, callFor, fence } = options;
  const ports: HostPorts = {
    grant: (request, grantType, terms) => decisions.grant(request, grantType, terms, 'extension'),
    revoke: (subject, scope) => decisions.revoke(subject, scope, 'extension'),
    check: (request, tool) => grants().check(request, tool),
    grantsOf: (subject) => grants().list(subject),
    expireTab: (tabId, profileId) => decisions.expireTab(tabId, profileId),
    async listTools(by, serverIds) {
      const tools = await toolsFor(by);
      return tools.filter(({ app }) => serverIds?.includes(app.id) ?? true).map(describeTool);
    },
    callTool: callFor,
    fence,
    beginRun: (origin) => rooms.runs.createForPage(origin),
    stats: () => ({ ...rooms.journal.stats() }),
  };
  return ({ method, params }, { hello, signal, onProgress }) =>
    answerHostMessage(method, params, ports, { profileId: profileOf(hello), signal, onProgress });
}

/** A tool in the form that web pages and embedding programs get. */
export function describeTool({ app, label, name, declaration }: RegisteredTool): ToolDescriptor {
  const { description, inputSchema } = declaration;
  return { name, serverId: app.id, serverLabel: label, toolName: declaration.name, description, inputSchema };
}

export interface ToolDescriptor extends JsonObject {
  /** `serverId/toolName`. */
  readonly name: string;
  readonly serverId: string;
  readonly serverLabel: string;
  readonly toolName: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
}
