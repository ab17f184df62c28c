// Sends one command over Chromium's debugging pipe: NUL-terminated JSON.
import type { Readable, Writable } from 'node:stream';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';

const NUL = '\0';
/** Only our command is sent on this pipe, so a longer response is an error. */
const ANSWER_MAX_CHARS = 1024 * 1024;

export interface DebuggingPipe {
  readonly commands: Writable;
  readonly answers: Readable;
}

/** Rejects when the browser refuses, exits or does not answer in time. */
export async function sendOverPipe(
  pipe: DebuggingPipe,
  { method, params, timeoutMs }: { readonly method: string; readonly params: object; readonly timeoutMs: number },
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    let rest = '';
    const end = (settle: () => void) => {
      clearTimeout(timer);
      // Error listeners stay, since the pipe breaks when the browser exits. Further output is drained.
      pipe.answers.off('data', onData).resume();
      settle();
    };
    const fail = (reason: string) =>
      end(() => reject(new SallyportError('ERR_SERVER_UNAVAILABLE', `The browser did not run ${method}: ${reason}.`)));
    const onData = (text: string) => {
      const texts = (rest + text).split(NUL);
      rest = texts.pop() ?? '';
      if (rest.length > ANSWER_MAX_CHARS) fail('its response is too long');
      for (const answer of texts.map(parseJson)) {
        // Ignores events and anything that is not our response.
        if (!isRecord(answer) || answer.id !== 1) continue;
        if (isRecord(answer.error)) fail(String(answer.error.message));
        else end(() => resolve(isRecord(answer.result) ? answer.result : {}));
      }
    };
    const onEnd = () => fail('it exited');
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs} ms`), timeoutMs);
    pipe.answers.setEncoding('utf8').on('data', onData).on('end', onEnd).on('error', onEnd);
    pipe.commands.on('error', onEnd);
    pipe.commands.write(JSON.stringify({ id: 1, method, params }) + NUL);
  });
}
