// Questions that a server has in the middle of a call: which there are, what a client must offer for each, and asking them by requests.
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

/** Which capability a client must have declared for each question. */
export const abilities: Readonly<Record<Question, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** What a server may ask of a caller that can be asked, where its client's own capabilities are not known. */
export const askable = { elicitation: { form: {}, url: {} }, sampling: {} } as const;

export function isQuestion(method: unknown): method is Question {
  return typeof method === 'string' && Object.hasOwn(abilities, method);
}

/** Asks a client by requests, each on the way of the request that the question came up in. */
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
  return new SallyportError('ERR_TOOL_FAILED', `The server asks for ${ability}, which this client does not offer.`, {
    hint: `Call it from a client that supports ${ability}.`,
  });
}

export function cannotAsk(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The server asks for something that this caller cannot answer.', {
    hint: 'Call it from a client that supports elicitation and sampling.',
  });
}

function refused(message: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The client did not answer the server's question: ${message}`);
}

function withdrawn(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The question was withdrawn.');
}
