// The path of what is no call: a prompt, a resource, a completion of one app. The same verbs, but nothing acts.
import {
  type App,
  type CallOptions,
  type JsonObject,
  limits,
  type RelayedMethod,
  SallyportError,
  toWireError,
} from '@sallyport/protocol';
import type { Caller, Claimed } from '../rooms/callers/callers.ts';
import type { Reason } from '../rooms/grants/guard.ts';
import type { ReadEntry } from '../rooms/journal/entry.ts';
import { openDeadline } from '../rooms/limits/deadline.ts';
import { familyOf } from '../rooms/registry/tool-name.ts';
import type { Rooms } from './call.ts';
import { whoOf } from './record-call.ts';

export interface AskedRelay {
  readonly by: Claimed;
  readonly app: App;
  readonly method: RelayedMethod;
  readonly params: JsonObject;
}

/** What brings content of the app's; lists and subscriptions are many and say nothing. */
const recorded = ['resources/read', 'prompts/get'] as const;

/** Rejects with a SallyportError. */
export async function relay(rooms: Rooms, asked: AskedRelay, options: CallOptions): Promise<JsonObject> {
  const method = recorded.find((known) => known === asked.method);
  if (method === undefined) return run(rooms, asked, options, {});
  const startedAtMs = rooms.now();
  const made: Made = {};
  const end = (code?: ReadEntry['code']) =>
    rooms.journal.record({
      kind: 'read',
      at: new Date(startedAtMs).toISOString(),
      ...whoOf(made),
      server: asked.app.id,
      method,
      outcome: code === undefined ? 'result' : 'failure',
      ...(code === undefined ? {} : { code }),
      durationMs: rooms.now() - startedAtMs,
      ...(made.allowedBy === undefined ? {} : { allowedBy: made.allowedBy }),
    });
  try {
    const result = await run(rooms, asked, options, made);
    end();
    return result;
  } catch (thrown) {
    end(toWireError(thrown).code);
    throw thrown;
  }
}

/** Whether the caller may have anything of the app besides its tools. */
export function mayRelay({ callers, guard }: Rooms, by: Claimed, app: App): boolean {
  return app.relay !== undefined && guard.sees(callers.identify(by), asTool(app, 'prompts/list'));
}

interface Made {
  caller?: Caller;
  allowedBy?: Reason;
}

async function run(rooms: Rooms, asked: AskedRelay, options: CallOptions, made: Made): Promise<JsonObject> {
  const { by, app, method, params } = asked;
  if (app.relay === undefined) throw new SallyportError('ERR_TOOL_NOT_FOUND', 'This app has tools only.');
  const caller = rooms.callers.identify(by);
  made.caller = caller;
  made.allowedBy = rooms.guard.authorise(caller, asTool(app, method));
  const deadline = openDeadline(limits.agent.browserTimeoutMs, options.signal);
  const giveBack = await rooms.slots.take(caller.stay, deadline.signal).catch((thrown: unknown) => {
    deadline.close();
    throw thrown;
  });
  try {
    return await app.relay(method, params, { ...options, signal: deadline.signal });
  } finally {
    giveBack();
    deadline.close();
  }
}

/** A rule for the whole app counts here too, and so does its family. */
function asTool({ id }: App, method: string) {
  return { name: `${id}/${method}`, appId: id, family: familyOf(id), isOurs: false };
}
