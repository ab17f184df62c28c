// What a client of the old era said of itself, and the questions that a server has for it in the middle of a request.
import {
  type Ask,
  type CallingClient,
  isRecord,
  type JsonObject,
  type Question,
  SallyportError,
} from '@sallyport/protocol';
import type { JsonRpcId, Reply } from './json-rpc.ts';

interface Asked {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: SallyportError) => void;
}

/** Which ability a client must have declared for each question. */
const abilities: Readonly<Record<Question, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export class LegacyClient {
  readonly #post: (message: JsonObject, requestId: JsonRpcId) => void;
  readonly #asked = new Map<JsonRpcId, Asked>();
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
    return (method, params, signal) => {
      if (!isRecord(this.#capabilities[abilities[method]])) return Promise.reject(cannotAnswer(abilities[method]));
      this.#lastId += 1;
      const id = `sallyport-${this.#lastId}`;
      return new Promise<JsonObject>((resolve, reject) => {
        const withdraw = () => {
          this.#asked.delete(id);
          this.#post({ method: 'notifications/cancelled', params: { requestId: id } }, requestId);
          reject(signal.reason instanceof SallyportError ? signal.reason : withdrawn());
        };
        signal.addEventListener('abort', withdraw, { once: true });
        const settle = <T>(end: (value: T) => void) => {
          return (value: T) => {
            signal.removeEventListener('abort', withdraw);
            end(value);
          };
        };
        this.#asked.set(id, { resolve: settle(resolve), reject: settle(reject) });
        this.#post({ id, method, params }, requestId);
      });
    };
  }

  /** Takes the client's answer; one that nobody waits for is dropped. */
  answer(id: JsonRpcId | null, reply: Reply): void {
    const asked = id === null ? undefined : this.#asked.get(id);
    if (id === null || asked === undefined) return;
    this.#asked.delete(id);
    if ('result' in reply) asked.resolve(reply.result);
    else asked.reject(refused(reply.error.message));
  }

  close(): void {
    for (const { reject } of this.#asked.values()) reject(withdrawn());
    this.#asked.clear();
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
