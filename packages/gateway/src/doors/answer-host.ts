// Answers `host_*` requests, which the extension sends over a link, from the rooms.
import type { CallOutcome } from '@sallyport/mcp-door';
import {
  type Call,
  type CallOptions,
  type Fence,
  type HostHello,
  isRecord,
  type JsonObject,
  SallyportError,
} from '@sallyport/protocol';
import type { AnswerContext } from '../apps/browser/link.ts';
import type { CallRequest, Rooms } from '../path/call.ts';
import type { Decisions } from '../path/decisions.ts';
import { readSecretRequest, readShownNames, useSecret } from '../path/use-secret.ts';
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
  readonly whenServersStarted: () => Promise<void>;
  readonly callFor: (request: CallRequest, options: CallOptions) => Promise<CallOutcome>;
  readonly fence: Fence;
  readonly panel: HostPorts['panel'];
}

/** Without a hello of the extension the profile is unknown. */
export function profileOf({ profile }: HostHello): string {
  return profile?.id ?? 'default';
}

export function createAnswers(options: AnswersOptions): (call: Call, context: AnswerContext) => Promise<JsonObject> {
  const { rooms, grants, decisions, toolsFor, whenServersStarted, callFor, fence, panel } = options;
  const ports: HostPorts = {
    grant: (request, grantType, terms) => decisions.grant(request, grantType, terms, 'extension'),
    revoke: (subject, scope) => decisions.revoke(subject, scope, 'extension'),
    check: (request, tool) => grants().check(request, tool),
    grantsOf: (subject) => grants().list(subject),
    allGrants(profileId) {
      const ofPages = grants()
        .list()
        .flatMap((grant) => ('origin' in grant && grant.profileId === profileId ? [grant] : []));
      const calls = ofPages.map(({ origin }) => [origin, rooms.runs.callsThisHour(origin)] as const);
      const counted = ofPages.map((grant) => ({ ...grant, callsMade: grants().callsOf(grant) }));
      return { grants: counted, calls: Object.fromEntries(calls) };
    },
    expireTab: (tabId, profileId) => decisions.expireTab(tabId, profileId),
    async listTools(by, serverIds) {
      const tools = await toolsFor(by);
      return tools.filter(({ app }) => serverIds?.includes(app.id) ?? true).map(describeTool);
    },
    async grantableTools() {
      // A tool that is missing in the question could not be allowed.
      await whenServersStarted();
      const tools = await toolsFor({ role: 'cli' });
      return tools
        .filter(({ isOurs }) => !isOurs)
        .map((tool) => ({ ...describeTool(tool), effect: claimedEffect(tool) }));
    },
    callTool: callFor,
    fence,
    beginRun: (origin, maxCalls) => rooms.runs.createForPage(origin, maxCalls),
    stats: () => ({ ...rooms.journal.stats() }),
    noteSite: (decision) => decisions.noteSite(decision, 'extension'),
    async useSecret(message, signal) {
      const { secrets } = rooms;
      if (secrets === undefined) throw new SallyportError('ERR_TOOL_NOT_FOUND', 'There are no secrets here.');
      return useSecret({ ...rooms, ...secrets }, readSecretRequest(message), signal);
    },
    secretShown: (message) => rooms.secrets?.store.noteShown(readShownNames(message)),
    panel,
  };
  return ({ method, params }, { hello, signal, onProgress }) =>
    answerHostMessage(method, params, ports, { profileId: profileOf(hello), signal, onProgress });
}

/** A tool in the form that web pages and embedding programs get. */
export function describeTool({ app, label, name, declaration }: RegisteredTool): ToolDescriptor {
  const { description, inputSchema } = declaration;
  return { name, serverId: app.id, serverLabel: label, toolName: declaration.name, description, inputSchema };
}

/** What the server says of its tool, for a person who decides. Without a claim, it may change something. */
export function claimedEffect({ declaration: { foreign } }: RegisteredTool): 'read' | 'change' | 'destroy' {
  const { annotations } = foreign ?? {};
  if (!isRecord(annotations)) return 'change';
  if (annotations.readOnlyHint === true) return 'read';
  return annotations.destructiveHint === true ? 'destroy' : 'change';
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
