// Tools, results and failures in MCP's shapes for agents.
import {
  type Effect,
  type ErrorCode,
  errorFacts,
  type Fence,
  isRecord,
  type JsonObject,
  renderError,
  renderResult,
  type SallyportError,
  type ToolDeclaration,
  type ToolResult,
} from '@sallyport/protocol';
import { fault, type Reply, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import type { CallOutcome, Provenance } from '../base/offer.ts';

/** Changes are announced; a client that ignores them should list again soon. */
const LIST_TTL_MS = 5000;

const annotations: Readonly<Record<Effect, JsonObject>> = {
  read: { readOnlyHint: true, openWorldHint: true },
  act: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  run: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** MCP's default dialect; naming it in each tool only costs tokens. */
const DEFAULT_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Sorted by name, so that agents' prompt caches stay warm. Revisions without cache hints ignore them. */
export function presentToolList(declarations: readonly ToolDeclaration[]): JsonObject {
  const tools = declarations.map(presentTool).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { tools, ttlMs: LIST_TTL_MS, cacheScope: 'private' };
}

function presentTool(declaration: ToolDeclaration): JsonObject & { readonly name: string } {
  const { name, title, description, inputSchema, outputSchema, effect, foreign } = declaration;
  const present = foreign === undefined ? presentSchema : presentForeignSchema;
  return {
    // A server's tool keeps the server's own fields, including unknown ones.
    ...foreign,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: present(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: present(outputSchema) }),
    ...(effect === undefined ? {} : { annotations: annotations[effect] }),
  };
}

/** A server's schema is not changed. */
function presentForeignSchema(schema: JsonObject): JsonObject {
  return { type: 'object', ...schema };
}

function presentSchema(schema: JsonObject): JsonObject {
  const { $schema, ...rest } = schema;
  return { type: 'object', ...($schema === DEFAULT_DIALECT ? rest : schema) };
}

/** The reply to a tools/call. */
export function presentOutcome(outcome: CallOutcome, fence: Fence): Reply {
  if (!outcome.ok) return presentFailure(outcome.error, fence, outcome.provenance);
  const { result, provenance, hasObject = false } = outcome;
  return { result: withMeta(renderResult(result, { fence, hasObject }), { [metaKeys.provenance]: provenance }) };
}

/** Errors that a model cannot act on are protocol errors; all others are results that the model reads. */
const protocolFailures: Readonly<Partial<Record<ErrorCode, number>>> = {
  ERR_TOOL_NOT_FOUND: rpcCodes.invalidParams,
  ERR_INTERNAL: rpcCodes.internalError,
};

/** The failure of a request other than a call: no model reads its result. */
export function presentRefusal(error: SallyportError): Reply {
  return presentForeign(error) ?? presentOwnRefusal(error);
}

function presentOwnRefusal(error: SallyportError): Reply {
  return fault(protocolFailures[error.code] ?? rpcCodes.internalError, error.message, errorFacts(error));
}

/** A server's own error, with its text and code. */
function presentForeign({ message, data }: SallyportError): Reply | undefined {
  const { rpcCode, rpcData } = data ?? {};
  if (typeof rpcCode !== 'number') return undefined;
  return fault(rpcCode, message, isRecord(rpcData) ? rpcData : undefined);
}

/** Errors of a server that the client handles, not the model. */
const clientErrors: readonly unknown[] = [rpcCodes.missingCapability, rpcCodes.urlElicitation];

/**
 * The text contains every fact, and there is no `structuredContent`: Codex would show its model that instead of the text, and
 * SDK 1 (Gemini CLI, Inspector) validates it against the tool's output schema and shows its own -32602 instead of our error.
 * Programs find the facts in `_meta`, which of the usual clients only Gemini CLI shows to its model.
 */
export function presentFailure(error: SallyportError, fence: Fence, provenance?: Provenance): Reply {
  const isForClient = clientErrors.includes(error.data?.rpcCode) || error.code === 'ERR_PROTOCOL_ERROR';
  const foreign = isForClient ? presentForeign(error) : undefined;
  if (foreign !== undefined) return foreign;
  const number = protocolFailures[error.code];
  if (number !== undefined) return fault(number, error.message, errorFacts(error));
  const result = { content: [{ type: 'text', text: renderError(error, fence) }], isError: true };
  const meta = provenance === undefined ? {} : { [metaKeys.provenance]: provenance };
  return { result: withMeta(result, { ...meta, [metaKeys.error]: errorFacts(error) }) };
}

function withMeta(result: ToolResult, meta: JsonObject): JsonObject {
  return { ...result, _meta: { ...(isRecord(result._meta) ? result._meta : {}), ...meta } };
}
