// One command over Chromium's debugging pipe: JSON that ends with a NUL byte, in on descriptor 3 and out on 4.
import type { Readable, Writable } from 'node:stream';
import { isRecord, SallyportError } from '@sallyport/protocol';

const NUL = '\0';
/** Nobody else is asked anything on this pipe, so whatever is longer than an answer to us is a fault. */
const ANSWER_MAX_CHARS = 1024 * 1024;

export interface DebuggingPipe {
  readonly commands: Writable;
  readonly answers: Readable;
}

export interface DebuggingCommand {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** Resolves with the result; rejects when the browser refuses, ends or does not answer in time. */
export function sendOverPipe(pipe: DebuggingPipe, command: DebuggingCommand): Promise<Record<string, unknown>> {
  const { method, params, timeoutMs } = command;
  const { promise, resolve, reject } = withResolvers<Record<string, unknown>>();
  const fail = (reason: string) =>
    reject(new SallyportError('ERR_SERVER_UNAVAILABLE', `The browser did not run ${method}: ${reason}.`));
  let rest = '';
  const onData = (text: string) => {
    const texts = (rest + text).split(NUL);
    rest = texts.pop() ?? '';
    if (rest.length > ANSWER_MAX_CHARS) fail('its answer has no end');
    for (const answer of texts.map(parse)) {
      // Events and the answers to nobody have no id of ours.
      if (answer?.id !== 1) continue;
      if (isRecord(answer.error)) fail(String(answer.error.message));
      else resolve(isRecord(answer.result) ? answer.result : {});
    }
  };
  const onEnd = () => fail('it ended');
  const timer = setTimeout(() => fail(`no answer within ${timeoutMs} ms`), timeoutMs);
  pipe.answers.setEncoding('utf8').on('data', onData).on('end', onEnd).on('error', onEnd);
  pipe.commands.on('error', onEnd);
  pipe.commands.write(JSON.stringify({ id: 1, method, params }) + NUL);
  return promise.finally(() => {
    clearTimeout(timer);
    // The listeners for errors stay: the pipe breaks when the browser ends. What is said on it is read and dropped.
    pipe.answers.off('data', onData).resume();
  });
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // Not an answer; the deadline says the rest.
  }
}

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (settle === undefined) throw new TypeError('A promise runs its executor at once.');
  return { promise, ...settle };
}
