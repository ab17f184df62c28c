// The third step of a request: may the caller use this tool? Asks the user where their rules say so.
import { type CallOptions, type JsonObject, SallyportError } from '@sallyport/protocol';
import type { Caller } from '../rooms/callers/callers.ts';
import type { Reason } from '../rooms/grants/reason.ts';
import { insideName } from '../rooms/registry/tool-name.ts';
import type { PathRequest, Rooms, Target } from './call.ts';
import { requireStart } from './call-errors.ts';

/** An argument that does another tool's work must be allowed as that tool. Returns the last reason. */
export async function authorise(
  rooms: Rooms,
  caller: Caller,
  target: Target,
  request: PathRequest,
  options: CallOptions,
): Promise<Reason> {
  let reason = await authoriseAs(rooms, caller, target, request, options);
  for (const [argument, name] of Object.entries(target.declaration.ruledAs ?? {})) {
    if (!Object.hasOwn(request.args, argument)) continue;
    const other = rooms.registry.resolve(insideName(target.appId, name));
    reason = await authoriseAs(rooms, caller, other, request, options);
  }
  return reason;
}

/** Whether the caller may use the tool without a question to the user. */
export function isDecided({ guard }: Rooms, caller: Caller, target: Target, args: JsonObject): boolean {
  if (Object.keys(target.declaration.ruledAs ?? {}).some((argument) => Object.hasOwn(args, argument))) return false;
  try {
    guard.authorise(caller, target);
    return true;
  } catch {
    return false;
  }
}

/** A call that would start a stopped server also requires `mcp:server.connect`. */
async function authoriseAs(
  { guard, consent }: Rooms,
  caller: Caller,
  target: Target,
  { kind }: PathRequest,
  { ask, signal }: CallOptions,
): Promise<Reason> {
  try {
    const reason = guard.authorise(caller, target);
    if (target.app.isStopped === true) requireStart(() => guard.require(caller, 'mcp:server.connect'), target.appId);
    return reason;
  } catch (thrown) {
    const isUndecided = thrown instanceof SallyportError && thrown.code === 'ERR_SCOPE_REQUIRED';
    if (!isUndecided || kind === 'read' || caller.kind !== 'agent') throw thrown;
    return consent.ask({ caller, tool: target.name, refusal: thrown, ask, signal });
  }
}
