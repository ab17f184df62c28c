// What a shim remembers of its agent's conversation, so that another gateway can go on with it.
import { type JsonRpcId, metaKeys, metaOf, parseIncoming, presentFailure, presentModern } from '@sallyport/mcp-door';
import { isRecord, type JsonObject, SallyportError } from '@sallyport/protocol';
import { renderLine } from './line-splitter.ts';

interface OpenRequest {
  readonly line: Buffer;
  readonly kind: 'call' | 'listen' | 'initialize' | 'other';
  readonly isModern: boolean;
  /** Whether the present gateway has it. */
  isHanded: boolean;
}

const REPLAY = 'sallyport-replay-';

export class Conversation {
  readonly #open = new Map<JsonRpcId, OpenRequest>();
  /** Listens that were acknowledged before; the acknowledgement of another gateway is no news. */
  readonly #acknowledged = new Set<JsonRpcId>();
  #initialize: JsonObject | undefined;
  #initialized: Buffer | undefined;
  #replays = 0;
  #client: string | undefined;

  /** What the agent calls itself; known after its first request. */
  get client(): string | undefined {
    return this.#client;
  }

  /** Whether the agent waits for anything; a listen is no wait. */
  get isWaiting(): boolean {
    return [...this.#open.values()].some(({ kind }) => kind !== 'listen');
  }

  /** Notes a line of the agent. `isHanded` says that it goes to a gateway at once. True when it wants an answer. */
  fromAgent(message: unknown, line: Buffer, isHanded: boolean): boolean {
    const incoming = parseIncoming(message);
    if (incoming.kind === 'notification') {
      if (incoming.method === 'notifications/initialized') this.#initialized = line;
      if (incoming.method === 'notifications/cancelled') this.#open.delete(idOf(incoming.params.requestId));
      return false;
    }
    if (incoming.kind !== 'request') return false;
    const { id, method, params } = incoming;
    this.#client ??= nameOf(params.clientInfo) ?? nameOf(metaOf(params)['io.modelcontextprotocol/clientInfo']);
    if (method === 'initialize') this.#initialize = params;
    const isModern = metaKeys.protocolVersion in metaOf(params);
    this.#open.set(id, { line, kind: kindOf(method), isModern, isHanded });
    return true;
  }

  /** Notes a line of the gateway. False when it is not for the agent. */
  fromGateway(message: unknown): boolean {
    if (!isRecord(message) || message.jsonrpc !== '2.0') return false;
    if (message.method === 'notifications/subscriptions/acknowledged') return this.#isFirstAcknowledgement(message);
    if (typeof message.method === 'string') return true;
    const id = idOf(message.id);
    if (typeof id === 'string' && id.startsWith(REPLAY)) return false;
    // A gateway ends a listen in good order only when it leaves itself; the next one takes it over.
    if (this.#open.get(id)?.kind === 'listen' && 'result' in message) return false;
    this.#open.delete(id);
    return true;
  }

  /** The gateway is gone: answers for the calls it had, whose outcome nobody knows. They are never sent again. */
  lost(): Buffer[] {
    const answers: Buffer[] = [];
    for (const [id, request] of [...this.#open]) {
      if (request.kind === 'call' && request.isHanded) {
        this.#open.delete(id);
        answers.push(answerOf(id, request, outcomeUnknown()));
      }
      request.isHanded = false;
    }
    return answers;
  }

  /** What a new gateway must hear first: the handshake that the agent had long ago, then all that is still open. */
  opening(): Buffer[] {
    const lines: Buffer[] = [];
    const isUnanswered = [...this.#open.values()].some(({ kind }) => kind === 'initialize');
    if (this.#initialize !== undefined && !isUnanswered) {
      this.#replays += 1;
      const id = `${REPLAY}${this.#replays}`;
      lines.push(renderLine({ jsonrpc: '2.0', id, method: 'initialize', params: this.#initialize }));
      if (this.#initialized !== undefined) lines.push(this.#initialized);
    }
    for (const request of this.#open.values()) {
      request.isHanded = true;
      lines.push(request.line);
    }
    return lines;
  }

  /** No gateway can be had: everything open is answered with the reason. */
  refuse(error: SallyportError): Buffer[] {
    const answers = [...this.#open].map(([id, request]) => answerOf(id, request, error));
    this.#open.clear();
    return answers;
  }

  #isFirstAcknowledgement(message: Record<string, unknown>): boolean {
    const id = idOf(metaOf(isRecord(message.params) ? message.params : {})[metaKeys.subscriptionId]);
    const isFirst = !this.#acknowledged.has(id);
    this.#acknowledged.add(id);
    return isFirst;
  }
}

function kindOf(method: string): OpenRequest['kind'] {
  if (method === 'tools/call') return 'call';
  if (method === 'subscriptions/listen') return 'listen';
  return method === 'initialize' ? 'initialize' : 'other';
}

function idOf(value: unknown): JsonRpcId {
  return typeof value === 'number' ? value : String(value);
}

function nameOf(info: unknown): string | undefined {
  return isRecord(info) && typeof info.name === 'string' ? info.name : undefined;
}

/** The model reads the failure of a call; of anything else the client does. */
function answerOf(id: JsonRpcId, { kind, isModern }: OpenRequest, error: SallyportError): Buffer {
  const reply = presentFailure(error);
  if (kind !== 'call' || 'error' in reply) {
    const { code, message, hint } = error;
    return renderLine({ jsonrpc: '2.0', id, error: { code: -32603, message, data: { code, hint } } });
  }
  return renderLine({ jsonrpc: '2.0', id, result: isModern ? presentModern(reply.result) : reply.result });
}

function outcomeUnknown(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway went away while the call was under way.', {
    hint: 'Whether it took effect is unknown: look before you repeat.',
    data: { outcome: 'unknown' },
  });
}
