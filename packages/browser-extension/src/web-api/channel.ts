// Requests of a page to the relay beside it: strings over a message port that no script of the page has.
import type { JsonObject, Progress, WireError } from '@sallyport/protocol';
import { meeting, type PageMethod, type PageReply } from '../base/web-page.ts';
import { natives } from './natives.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export type Request = (method: PageMethod, params: JsonObject, options?: CallOptions) => Promise<unknown>;

interface Open {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: CallOptions['onProgress'];
}

export function openChannel(toError: (error: WireError) => Error): Request {
  const { port1: own, port2: far } = new MessageChannel();
  // Without a prototype, so that a page cannot add entries.
  const open: Record<number, Open | undefined> = natives.createObject(null);
  let last = 0;

  own.onmessage = ({ data }) => {
    // Only the relay has the other port, and it sends replies as JSON.
    const reply: PageReply = natives.parse(data);
    const waiting = open[reply.id];
    if (waiting === undefined) return;
    if ('progress' in reply) {
      waiting.onProgress?.(reply.progress);
      return;
    }
    delete open[reply.id];
    if ('error' in reply) waiting.reject(toError(reply.error));
    else waiting.resolve(reply.result);
  };
  meetRelay(far);

  return (method, params, { signal, onProgress } = {}) =>
    new natives.Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      last += 1;
      const id = last;
      const message = natives.stringify({ __proto__: null, id, method, params: bare(params) });
      const onAbort = () => {
        if (open[id] === undefined) return;
        delete open[id];
        natives.post(own, natives.stringify({ __proto__: null, id, cancel: true }));
        reject(signal?.reason);
      };
      const ended = () => {
        if (signal !== undefined) natives.unlisten(signal, 'abort', onAbort);
      };
      open[id] = {
        onProgress,
        resolve: (result) => {
          ended();
          resolve(result);
        },
        reject: (error) => {
          ended();
          reject(error);
        },
      };
      if (signal !== undefined) natives.listen(signal, 'abort', onAbort);
      natives.post(own, message);
    });
}

/** Without a prototype, since a page may have given `toJSON` to all objects. */
function bare(params: JsonObject): JsonObject {
  const copy: Record<string, unknown> = natives.createObject(null);
  const names = natives.keys(params);
  for (let at = 0; at < names.length; at += 1) copy[String(names[at])] = params[String(names[at])];
  return copy;
}

/** Hands the port to the relay, whichever of the two scripts ran first. */
function meetRelay(far: MessagePort): void {
  const offer = () => {
    const event = new natives.MessageEvent(meeting.port, { ports: [far], cancelable: true });
    const isTaken = !natives.dispatch(window, event);
    if (isTaken) natives.unlisten(window, meeting.relay, offer);
    return isTaken;
  };
  if (!offer()) natives.listen(window, meeting.relay, offer);
}
