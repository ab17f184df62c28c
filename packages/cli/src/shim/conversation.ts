// What the shim keeps of an agent's conversation, to replay it to another gateway.
import {
  clientNameOf,
  type JsonRpcId,
  metaKeys,
  metaOf,
  parseIncoming,
  presentFailure,
  type Revision,
  revisionOf,
  revisions,
} from '@sallyport/mcp-door';
import { isRecord, type JsonObject, limits, SallyportError, UNKNOWN_OUTCOME_HINT } from '@sallyport/protocol';
import { renderLine } from './line-splitter.ts';

interface OpenRequest {
  readonly line: Buffer;
  readonly method: string;
  readonly revision: Revision;
  /** Whether the current gateway has it. */
  isSent: boolean;
}

const REPLAY = 'sallyport-replay-';

export class Conversation {
  readonly #open = new Map<JsonRpcId, OpenRequest>();
  /** Open subscriptions acknowledged before; the agent must not see a second acknowledgement. */
  readonly #acknowledged = new Set<JsonRpcId>();
  /** The request that began the agent's MCP session, and the line that confirmed it. */
  #handshake: { readonly method: string; readonly params: JsonObject } | undefined;
  #confirmation: Buffer | undefined;
  #replays = 0;
  #client: string | undefined;

  /** The agent's name for itself, known after its first request. */
  get client(): string | undefined {
    return this.#client;
  }

  /** Whether a request of the agent is open; subscriptions do not count. */
  get isWaiting(): boolean {
    return [...this.#open.values()].some((request) => !isListen(request));
  }

  /** Records a line from the agent. `isSent`: it goes to a gateway at once. True for a request. */
  fromAgent(message: unknown, line: Buffer, isSent: boolean): boolean {
    const incoming = parseIncoming(message);
    if (incoming.kind === 'notification') {
      if (revisions.some(({ handshake }) => handshake?.confirmation === incoming.method)) this.#confirmation = line;
      if (incoming.method === 'notifications/cancelled') this.#forget(idOf(incoming.params.requestId));
      return false;
    }
    if (incoming.kind !== 'request') return false;
    const { id, method, params } = incoming;
    const revision = revisionOf(params);
    const request = { line, method, revision, isSent };
    this.#client ??= clientNameOf(revision, params);
    if (isHandshake(request)) this.#handshake = { method, params };
    this.#open.set(id, request);
    return true;
  }

  /** Records a line from the gateway. False when it is not for the agent. */
  fromGateway(message: unknown): boolean {
    if (!isRecord(message) || message.jsonrpc !== '2.0') return false;
    const { method } = message;
    if (revisions.some(({ subscription }) => subscription !== undefined && subscription.acknowledgement === method))
      return this.#isFirstAcknowledgement(message);
    if (typeof method === 'string') return true;
    const id = idOf(message.id);
    if (typeof id === 'string' && id.startsWith(REPLAY)) return false;
    // A gateway that shuts down ends subscriptions; the next gateway continues them.
    const request = this.#open.get(id);
    if (request !== undefined && isListen(request) && 'result' in message) return false;
    this.#forget(id);
    return true;
  }

  /** The gateway is about to leave and has taken these requests, so no other one has reached it. */
  goodbye(taken: unknown): void {
    if (!Array.isArray(taken)) return;
    const ids = new Set(taken.map(idOf));
    for (const [id, request] of this.#open) request.isSent &&= ids.has(id);
  }

  /** The gateway is gone. Returns errors for the calls it had: their outcome is unknown, so they are never repeated. */
  lost(): Buffer[] {
    const answers: Buffer[] = [];
    const gone = new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway stopped during the call.', {
      hint: UNKNOWN_OUTCOME_HINT,
      data: { outcome: 'unknown' },
    });
    for (const [id, request] of [...this.#open]) {
      if (isCall(request) && request.isSent) {
        this.#open.delete(id);
        answers.push(answerOf(id, request, gone));
      }
      request.isSent = false;
    }
    return answers;
  }

  /** The first lines for a new gateway: the agent's handshake, then all open requests. */
  opening(): Buffer[] {
    const lines: Buffer[] = [];
    const isUnanswered = [...this.#open.values()].some(isHandshake);
    if (this.#handshake !== undefined && !isUnanswered) {
      this.#replays += 1;
      const id = `${REPLAY}${this.#replays}`;
      lines.push(renderLine({ jsonrpc: '2.0', id, ...this.#handshake }));
      if (this.#confirmation !== undefined) lines.push(this.#confirmation);
    }
    for (const request of this.#open.values()) {
      request.isSent = true;
      lines.push(request.line);
    }
    return lines;
  }

  /** The answer to a request that cannot wait for a gateway with those that wait already. */
  refusalOf(message: unknown, line: Buffer): Buffer | undefined {
    const incoming = parseIncoming(message);
    if (incoming.kind !== 'request') return undefined;
    const { id, method, params } = incoming;
    const waitingBytes = [...this.#open.values()].reduce((sum, waiting) => sum + waiting.line.length, line.length);
    if (this.#open.size < limits.door.openRequests && waitingBytes <= limits.gateway.agentQueueMaxBytes)
      return undefined;
    return answerOf(id, { line, method, revision: revisionOf(params), isSent: false }, tooMany());
  }

  /** Answers one request that goes to no gateway. */
  fail(id: JsonRpcId, error: SallyportError): Buffer[] {
    const request = this.#open.get(id);
    this.#open.delete(id);
    return request === undefined ? [] : [answerOf(id, request, error)];
  }

  /** No gateway can be started: answers all open requests with the reason. */
  refuse(error: SallyportError): Buffer[] {
    const answers = [...this.#open].map(([id, request]) => answerOf(id, request, error));
    this.#open.clear();
    this.#acknowledged.clear();
    return answers;
  }

  #forget(id: JsonRpcId): void {
    this.#open.delete(id);
    this.#acknowledged.delete(id);
  }

  #isFirstAcknowledgement(message: Record<string, unknown>): boolean {
    const id = idOf(metaOf(isRecord(message.params) ? message.params : {})[metaKeys.subscriptionId]);
    const isFirst = !this.#acknowledged.has(id);
    if (this.#open.has(id)) this.#acknowledged.add(id);
    return isFirst;
  }
}

function isCall({ method }: OpenRequest): boolean {
  return method === 'tools/call';
}

function isListen({ method, revision }: OpenRequest): boolean {
  return method === revision.subscription?.method;
}

function isHandshake({ method, revision }: OpenRequest): boolean {
  return method === revision.handshake?.method;
}

function idOf(value: unknown): JsonRpcId {
  return typeof value === 'number' ? value : String(value);
}

function tooMany(): SallyportError {
  return new SallyportError('ERR_RATE_LIMITED', 'Too many requests wait for the gateway.', {
    hint: 'This one has not run. Wait for some answers, and repeat it.',
    data: { outcome: 'not_run' },
  });
}

/** The shim's errors quote no foreign text; any would be dropped. */
const nothingForeign = () => '';

/** A failed call becomes a result for the model, anything else a JSON-RPC error for the client. */
function answerOf(id: JsonRpcId, request: OpenRequest, error: SallyportError): Buffer {
  const reply = presentFailure(error, nothingForeign);
  if (!isCall(request) || 'error' in reply) {
    const { code, message, hint } = error;
    return renderLine({ jsonrpc: '2.0', id, error: { code: -32603, message, data: { code, hint } } });
  }
  return renderLine({ jsonrpc: '2.0', id, result: request.revision.present(request.method, reply.result) });
}
