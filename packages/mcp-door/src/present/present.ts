// Tools, effects, results and failures in the shapes in which MCP shows them to agents.
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

/** Lists are told anew when they change; a client that does not listen should ask again soon. */
const LIST_TTL_MS = 5000;

const annotations: Readonly<Record<Effect, JsonObject>> = {
  read: { readOnlyHint: true, openWorldHint: true },
  act: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  run: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** JSON Schema's current dialect is MCP's default; naming it in each tool only costs tokens. */
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
    // A foreign tool keeps what its server says of it, fields of the future included.
    ...foreign,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: present(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: present(outputSchema) }),
    ...(effect === undefined ? {} : { annotations: annotations[effect] }),
  };
}

/** A server's schema is shown as it is. */
function presentForeignSchema(schema: JsonObject): JsonObject {
  return { type: 'object', ...schema };
}

function presentSchema(schema: JsonObject): JsonObject {
  const { $schema, ...rest } = schema;
  return { type: 'object', ...($schema === DEFAULT_DIALECT ? rest : schema) };
}

/** The end of a tools/call: a result, or a failure in the form that suits it. */
export function presentOutcome(end: CallOutcome, fence: Fence): Reply {
  if (!end.ok) return presentFailure(end.error, fence, end.provenance);
  const { result, provenance, hasObject = false } = end;
  return { result: withMeta(renderResult(result, { fence, hasObject }), { [metaKeys.provenance]: provenance }) };
}

/** What nobody behind the model can act on is an error of the protocol; the model reads all others as a result. */
const protocolFailures: Readonly<Partial<Record<ErrorCode, number>>> = {
  ERR_TOOL_NOT_FOUND: rpcCodes.invalidParams,
  ERR_INTERNAL: rpcCodes.internalError,
};

/** The failure of a request that is no call: there is no result that a model would read. */
export function presentRefusal(error: SallyportError): Reply {
  return presentForeign(error) ?? presentOwnRefusal(error);
}

function presentOwnRefusal(error: SallyportError): Reply {
  return fault(protocolFailures[error.code] ?? rpcCodes.internalError, error.message, errorFacts(error));
}

/** An error that a server answered with, in its own words and with its own number. */
function presentForeign({ message, data }: SallyportError): Reply | undefined {
  const { rpcCode, rpcData } = data ?? {};
  if (typeof rpcCode !== 'number') return undefined;
  return fault(rpcCode, message, isRecord(rpcData) ? rpcData : undefined);
}

/** Errors of a server's call that its client acts on, not its model. */
const clientErrors: readonly unknown[] = [rpcCodes.missingCapability, rpcCodes.urlElicitation];

/**
 * The text has every fact, and there is no `structuredContent`: Codex would hand its model that instead of the sentence, and
 * SDK 1 (Gemini CLI, Inspector) checks it against the tool's output schema and shows its own -32602 in the place of ours.
 * Programs find the facts in `_meta`, which no client shows to its model.
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
