// Questions that a server asks during a call: the kinds, the capability for each, and sending them to a client as requests.
import {
  type Ask,
  isRecord,
  type JsonObject,
  OutgoingRequests,
  type Question,
  SallyportError,
  systemClock,
} from '@sallyport/protocol';
import type { JsonRpcId, Reply } from '../base/json-rpc.ts';
import type { DoorPort } from './revision.ts';

/** The capability that a client must declare for each kind of question. */
export const abilities: Readonly<Record<Question, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** The kinds that a server may ask when the capabilities of the caller's client are unknown. */
export const askable = { elicitation: { form: {}, url: {} }, sampling: {} } as const;

export function isQuestion(method: unknown): method is Question {
  return typeof method === 'string' && Object.hasOwn(abilities, method);
}

/** Sends questions to a client as requests that belong to the client's own request. */
export class Questions {
  #lastId = 0;
  readonly #outgoing = new OutgoingRequests<JsonRpcId, JsonObject>({
    createId: () => `sallyport-${++this.#lastId}`,
    clock: systemClock,
    closed: withdrawn,
  });

  askFor({ post }: DoorPort, requestId: JsonRpcId, capabilities: JsonObject): Ask {
    return async (method, params, signal) => {
      if (!isRecord(capabilities[abilities[method]])) throw cannotAnswer(abilities[method]);
      const answer = this.#outgoing.request({
        send: (id) => post({ id, method, params }, requestId),
        cancel: (id) => post({ method: 'notifications/cancelled', params: { requestId: id } }, requestId),
        signal,
      });
      return answer.catch((thrown: unknown) => {
        throw thrown instanceof SallyportError ? thrown : withdrawn();
      });
    };
  }

  answer(id: JsonRpcId, reply: Reply): void {
    if ('result' in reply) this.#outgoing.resolve(id, reply.result);
    else this.#outgoing.reject(id, refused(reply.error.message));
  }

  close(): void {
    this.#outgoing.close();
  }
}

export function cannotAnswer(ability: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The server asks for ${ability}, which this client does not support.`, {
    hint: `Call it from a client that supports ${ability}.`,
  });
}

export function cannotAsk(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The server asks a question that this caller cannot answer.', {
    hint: 'Call it from a client that supports elicitation and sampling.',
  });
}

function refused(message: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The client did not answer the server's question: ${message}`);
}

function withdrawn(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The question was withdrawn.');
}
