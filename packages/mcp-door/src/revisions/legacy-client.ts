// What a client of the old era said of itself, and the questions that a server has for it in the middle of a request.
import {
  type Ask,
  Asking,
  type CallingClient,
  isRecord,
  type JsonObject,
  type Question,
  SallyportError,
  systemClock,
} from '@sallyport/protocol';
import type { JsonRpcId, Reply } from '../base/json-rpc.ts';

/** Which ability a client must have declared for each question. */
const abilities: Readonly<Record<Question, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export class LegacyClient {
  readonly #post: (message: JsonObject, requestId: JsonRpcId) => void;
  readonly #questions = new Asking<JsonRpcId, JsonObject>({
    createId: () => `sallyport-${++this.#lastId}`,
    clock: systemClock,
    closed: withdrawn,
  });
  #lastId = 0;
  #capabilities: JsonObject = {};
  /** What a client that never said so hears. */
  #logLevel = 'info';

  constructor(post: (message: JsonObject, requestId: JsonRpcId) => void) {
    this.#post = post;
  }

  /** Takes the params of initialize. */
  introduce({ capabilities }: JsonObject): void {
    this.#capabilities = isRecord(capabilities) ? capabilities : {};
  }

  get description(): CallingClient {
    const known = Object.values(abilities).filter((ability) => isRecord(this.#capabilities[ability]));
    return { capabilities: Object.fromEntries(known.map((ability) => [ability, this.#capabilities[ability]])) };
  }

  get logLevel(): string {
    return this.#logLevel;
  }

  /** False when there is no such level. */
  setLogLevel(level: unknown): boolean {
    const isKnown = levels.some((known) => known === level);
    if (isKnown) this.#logLevel = String(level);
    return isKnown;
  }

  /** A line without a level that we know is passed on: it is the server's to name them. */
  wantsLog({ level }: JsonObject): boolean {
    const severity = levels.indexOf(String(level));
    return severity === -1 || severity >= levels.indexOf(this.#logLevel);
  }

  /** Asks on the way of the request that the question came up in. */
  askFor(requestId: JsonRpcId): Ask {
    return async (method, params, signal) => {
      if (!isRecord(this.#capabilities[abilities[method]])) throw cannotAnswer(abilities[method]);
      const answer = this.#questions.ask({
        send: (id) => this.#post({ id, method, params }, requestId),
        cancel: (id) => this.#post({ method: 'notifications/cancelled', params: { requestId: id } }, requestId),
        signal,
      });
      return answer.catch((thrown: unknown) => {
        throw thrown instanceof SallyportError ? thrown : withdrawn();
      });
    };
  }

  /** Takes the client's answer; one that nobody waits for is dropped. */
  answer(id: JsonRpcId | null, reply: Reply): void {
    if (id === null) return;
    if ('result' in reply) this.#questions.resolve(id, reply.result);
    else this.#questions.reject(id, refused(reply.error.message));
  }

  close(): void {
    this.#questions.close();
  }
}

function cannotAnswer(ability: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The server asks for ${ability}, which this client does not offer.`, {
    hint: `Call it from a client that supports ${ability}.`,
  });
}

function refused(message: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The client did not answer the server's question: ${message}`);
}

function withdrawn(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The question was withdrawn.');
}
