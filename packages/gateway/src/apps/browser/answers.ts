// Run: the calls that a native host makes of the gateway, each answered once, or withdrawn.
import {
  type Call,
  type HostHello,
  type LinkMessage,
  type Progress,
  SallyportError,
  toWireError,
} from '@sallyport/protocol';

/** Answers a call of the host; what it throws is the failure. */
export type OnCall = (call: Call, context: AnswerContext) => Promise<unknown>;

/** What the answering side of a call has. */
export interface AnswerContext {
  /** The host as it said hello last. */
  readonly hello: HostHello;
  /** Aborted when the host withdraws the call, and when the link breaks. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface AnswersOptions {
  readonly onCall: OnCall;
  readonly send: (message: LinkMessage) => void;
  /** An answer could not be sent, so the other side would wait for ever. */
  readonly onLost: () => void;
}

export class Answers {
  readonly #options: AnswersOptions;
  readonly #underWay = new Map<string, AbortController>();

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  answer(call: Call, hello: HostHello): void {
    const { onCall, send, onLost } = this.#options;
    const { id } = call;
    const controller = new AbortController();
    this.#underWay.set(id, controller);
    const context: AnswerContext = {
      hello,
      signal: controller.signal,
      onProgress: (progress) => {
        if (this.#underWay.has(id)) send({ type: 'progress', id, ...progress });
      },
    };
    Promise.resolve(context)
      .then((given) => onCall(call, given))
      .finally(() => this.#underWay.delete(id))
      .then(
        (result) => send({ type: 'result', id, result }),
        (thrown: unknown) => send({ type: 'failure', id, error: toWireError(thrown) }),
      )
      .catch(onLost);
  }

  withdraw(id: string): void {
    this.#underWay.get(id)?.abort(new SallyportError('ERR_CANCELLED', 'The caller withdrew the call.'));
  }

  /** May be called again. */
  close(): void {
    const reason = new SallyportError('ERR_CANCELLED', 'The browser left while the call was under way.');
    for (const controller of this.#underWay.values()) controller.abort(reason);
  }
}
