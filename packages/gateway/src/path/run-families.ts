// Runs the tool `families`: shows the families on demand, and switches one on for the session if the user agrees.
import { type CallOptions, type JsonObject, ours, type Reply, SallyportError, toolTokens } from '@sallyport/protocol';
import type { Caller } from '../rooms/callers/callers.ts';
import { withTimeout } from '../rooms/limits/deadline.ts';
import type { RegisteredTool } from '../rooms/registry/app-entry.ts';
import type { Rooms } from './call.ts';

interface Family {
  readonly name: string;
  readonly isOn: boolean;
  readonly tools: readonly RegisteredTool[];
}

export async function runFamilies(
  rooms: Rooms,
  caller: Caller,
  { on, ...unknown }: JsonObject,
  options: CallOptions,
): Promise<Reply> {
  const [strange] = Object.keys(unknown).filter((name) => name !== 'timeout');
  if (strange !== undefined) throw wrong(`Unrecognized key: "${strange.slice(0, 100)}"`, ['on']);
  const families = familiesOf(rooms, caller);
  if (on === undefined) return shown(families);
  const wanted = families.find(({ name }) => name === on);
  if (wanted === undefined) {
    const names = families.map(({ name }) => name);
    throw wrong(`on must be one of ${names.join(', ')}`, names);
  }
  if (!wanted.isOn) {
    await requireConsent(rooms, caller, wanted, options);
    rooms.families?.answer(caller, wanted.name, true);
  }
  return shown(familiesOf(rooms, caller).filter(({ name }) => name === on));
}

function familiesOf({ registry, guard }: Rooms, caller: Caller): readonly Family[] {
  const byName = new Map<string, RegisteredTool[]>();
  for (const tool of registry.list().filter(({ isOurs, declaration }) => isOurs && declaration.family !== undefined)) {
    byName.set(tool.family, [...(byName.get(tool.family) ?? []), tool]);
  }
  return [...byName].map(([name, tools]) => ({ name, tools, isOn: tools.some((tool) => guard.sees(caller, tool)) }));
}

/** A rule or a grant for exactly `browser/families.NAME` decides; without one the user is asked. */
async function requireConsent(
  { guard, consent, families }: Rooms,
  caller: Caller,
  { name, tools }: Family,
  { ask, signal }: CallOptions,
): Promise<void> {
  const refusals = tools.map((tool) => refusalOf(() => guard.authorise(caller, tool)));
  // What the user switched off for this agent is not asked for; a rule against one tool leaves the others.
  const off = refusals.find((refusal) => refusal?.data?.by === 'default');
  const [first] = refusals;
  if (off === undefined && first !== undefined) throw first;
  const tool = `browser/families.${name}`;
  const undecided = refusalOf(() =>
    guard.authorise(caller, { name: tool, isOurs: true, asksFirst: true, isAllowedByName: true }),
  );
  if (undecided === undefined) return;
  if (undecided.code !== 'ERR_SCOPE_REQUIRED') throw undecided;
  const way =
    typeof off?.data?.command === 'string'
      ? `The user can enable it with: ${off.data.command}`
      : `The user can add "${name}" to "families" in config.json.`;
  if (families?.isRefused(caller.session, name) === true) throw refused(name, way);
  // Where nobody can be asked, the refusal names the command that switches it on.
  const refusal = new SallyportError('ERR_SCOPE_REQUIRED', `The family "${name}" requires the user's permission.`, {
    hint: way,
    data: off?.data,
  });
  await consent.ask({ caller, tool, refusal, ask, signal }).catch((thrown: unknown) => {
    const isNo = thrown instanceof SallyportError && thrown.code === 'ERR_PERMISSION_DENIED';
    // An agent that the user stops meanwhile has no answer.
    if (isNo && !signal.aborted) families?.answer(caller, name, false);
    throw thrown;
  });
}

function refusalOf(check: () => unknown): SallyportError | undefined {
  try {
    check();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof SallyportError) return thrown;
    throw thrown;
  }
}

function shown(families: readonly Family[]): Reply {
  const listed = families.map(({ name, isOn, tools }) => ({
    name,
    isOn,
    tools: tools.map(({ mcpName }) => mcpName),
    tokens: tools.reduce((sum, { app, declaration }) => sum + toolTokens(withTimeout(app, declaration)), 0),
  }));
  const lines = listed.map(
    ({ name, isOn, tools, tokens }) =>
      `${name}: ${isOn ? 'on' : 'off'}, ${tools.join(', ')}, about ${tokens} tokens${isOn ? '. List the tools again.' : '.'}`,
  );
  return { facts: { families: listed }, parts: [ours(lines.join('\n'))] };
}

/** A no is not asked about twice. */
function refused(family: string, way: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user did not allow the family "${family}" in this session.`, {
    hint: `Do not ask again. ${way}`,
    data: { family, outcome: 'not_run' },
  });
}

function wrong(what: string, expected: readonly string[]): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `families: ${what}.`, {
    hint: 'Without on it lists the families.',
    data: { expected, outcome: 'not_run' },
  });
}
