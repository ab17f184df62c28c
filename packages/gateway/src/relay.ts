// The path of what is no call: a prompt, a resource, a completion of one app. The same verbs, but nothing acts.
import { type CallOptions, type JsonObject, limits, SallyportError } from '@sallyport/protocol';
import type { Rooms } from './call.ts';
import { openDeadline } from './limits/deadline.ts';
import type { AskedRelay } from './offers.ts';

/** Rejects with a SallyportError. */
export async function relay(rooms: Rooms, asked: AskedRelay, options: CallOptions): Promise<JsonObject> {
  const { by, app, method, params } = asked;
  if (app.relay === undefined) throw new SallyportError('ERR_TOOL_NOT_FOUND', 'This app has tools only.');
  const caller = rooms.callers.identify(by);
  // A rule for the whole app counts here too.
  rooms.guard.authorise(caller, { name: `${app.id}/${method}`, isOurs: false });
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
