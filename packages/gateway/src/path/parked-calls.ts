// Connects clients that get questions as results with servers that ask by requests: the server's call keeps running while the
// client gets the question as a result and answers it in the next round.
import { abilities, type CallOutcome, cannotAnswer } from '@sallyport/mcp-door';
import {
  type Ask,
  type CallOptions,
  isRecord,
  type JsonObject,
  type Progress,
  type Question,
  SallyportError,
  UNKNOWN_OUTCOME_HINT,
} from '@sallyport/protocol';

export interface ParkedCallsOptions {
  readonly createId: () => string;
  readonly now: () => number;
}

interface PendingQuestion {
  readonly method: Question;
  readonly params: JsonObject;
  readonly resolve: (answer: JsonObject) => void;
  readonly reject: (error: SallyportError) => void;
}

interface ParkedTool {
  readonly serverId: string;
  readonly toolName: string;
}

type Start = (options: CallOptions) => Promise<CallOutcome>;

interface Parked extends ParkedTool {
  readonly id: string;
  readonly startedAtMs: number;
  readonly questions: Map<string, PendingQuestion>;
  readonly stop: AbortController;
  ended: Promise<CallOutcome>;
  /** The current round. */
  round: CallOptions;
  onQuestion: () => void;
}

const PREFIX = 'parked.';
/** Each keeps a call open at a server; a client that does not return keeps it until the call's deadline. */
const MAX_PARKED = 256;

export class ParkedCalls {
  readonly #options: ParkedCallsOptions;
  readonly #parked = new Map<string, Parked>();

  constructor(options: ParkedCallsOptions) {
    this.#options = options;
  }

  /** Runs a round: the first one starts the call, a later one continues it. */
  async run(tool: ParkedTool, options: CallOptions, start: Start): Promise<CallOutcome> {
    const { client } = options;
    if (client?.round === undefined) return start(options);
    const { requestState, inputResponses } = client.round;
    if (typeof requestState !== 'string' || !requestState.startsWith(PREFIX)) return this.#begin(tool, options, start);
    const parked = this.#parked.get(requestState.slice(PREFIX.length));
    if (parked === undefined) return { ok: false, error: overdue() };
    parked.round = options;
    this.#answer(parked, isRecord(inputResponses) ? inputResponses : {});
    return this.#wait(parked);
  }

  #begin(tool: ParkedTool, options: CallOptions, start: Start): Promise<CallOutcome> {
    const stop = new AbortController();
    const parked: Parked = {
      id: this.#options.createId(),
      ...tool,
      startedAtMs: this.#options.now(),
      questions: new Map(),
      stop,
      ended: Promise.resolve({ ok: false, error: overdue() }),
      round: options,
      onQuestion: () => {},
    };
    // Progress and log messages go to the current round.
    parked.ended = start({
      ...options,
      signal: stop.signal,
      ask: this.#askFor(parked),
      isFollowed: options.onProgress !== undefined,
      onProgress: (progress: Progress) => parked.round.onProgress?.(progress),
      onLog: (message) => parked.round.onLog?.(message),
    }).finally(() => this.#forget(parked));
    return this.#wait(parked);
  }

  /** Waits until the call ends or the server asks. A client that disconnects cancels the call. */
  async #wait(parked: Parked): Promise<CallOutcome> {
    const { signal } = parked.round;
    const withdraw = () => parked.stop.abort(signal.reason);
    if (signal.aborted) withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
    const question = new Promise<'question'>((resolve) => {
      parked.onQuestion = () => resolve('question');
      if (parked.questions.size > 0) resolve('question');
    });
    const first = await Promise.race([parked.ended, question]);
    signal.removeEventListener('abort', withdraw);
    return first === 'question' ? this.#park(parked) : first;
  }

  #park(parked: Parked): CallOutcome {
    this.#parked.set(parked.id, parked);
    for (const [id, oldest] of this.#parked) {
      if (this.#parked.size <= MAX_PARKED) break;
      oldest.stop.abort(overdue());
      this.#parked.delete(id);
    }
    const inputRequests = Object.fromEntries(
      [...parked.questions].map(([key, { method, params }]) => [key, { method, params }]),
    );
    const { id, serverId, toolName, startedAtMs } = parked;
    return {
      ok: true,
      result: { relayed: { resultType: 'input_required', inputRequests, requestState: `${PREFIX}${id}` } },
      provenance: {
        serverId,
        toolName,
        callId: id,
        startedAt: new Date(startedAtMs).toISOString(),
        durationMs: this.#options.now() - startedAtMs,
      },
    };
  }

  #askFor(parked: Parked): Ask {
    return (method, params, signal) => {
      const { client } = parked.round;
      if (!isRecord(client?.capabilities[abilities[method]])) return Promise.reject(cannotAnswer(abilities[method]));
      const key = `${abilities[method]}-${this.#options.createId().slice(0, 8)}`;
      return new Promise<JsonObject>((resolve, reject) => {
        parked.questions.set(key, { method, params, resolve, reject });
        signal.addEventListener('abort', () => {
          if (parked.questions.delete(key)) reject(overdue());
        });
        parked.onQuestion();
      });
    };
  }

  /** Unanswered questions are repeated in the next result. */
  #answer({ questions }: Parked, responses: JsonObject): void {
    for (const [key, question] of [...questions]) {
      const response = responses[key];
      if (!isRecord(response)) continue;
      questions.delete(key);
      question.resolve(response);
    }
  }

  #forget(parked: Parked): void {
    this.#parked.delete(parked.id);
    for (const { reject } of parked.questions.values()) reject(overdue());
    parked.questions.clear();
  }
}

const INVALID_PARAMS = -32602;

function overdue(): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', 'The call this answers has ended.', {
    hint: UNKNOWN_OUTCOME_HINT,
    data: { rpcCode: INVALID_PARAMS, outcome: 'unknown' },
  });
}
