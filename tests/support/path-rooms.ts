// The rooms of a gateway with one app, whose tools answer as a test says. Journal entries and faults are kept.
import type { App, AppCall, CallOptions, CallResult, ToolDeclaration } from '@sallyport/protocol';
import type { Rooms } from '../../packages/gateway/src/path/call.ts';
import { createConsent } from '../../packages/gateway/src/path/consent.ts';
import { createDecisions } from '../../packages/gateway/src/path/decisions.ts';
import { createCallers } from '../../packages/gateway/src/rooms/callers/callers.ts';
import { Grants } from '../../packages/gateway/src/rooms/grants/grants.ts';
import { createGuard } from '../../packages/gateway/src/rooms/grants/guard.ts';
import type { PolicyRules } from '../../packages/gateway/src/rooms/grants/policy.ts';
import { SessionFamilies } from '../../packages/gateway/src/rooms/grants/session-families.ts';
import { openJournal } from '../../packages/gateway/src/rooms/journal/journal.ts';
import { Runs } from '../../packages/gateway/src/rooms/limits/runs.ts';
import { Slots } from '../../packages/gateway/src/rooms/limits/slots.ts';
import { Registry } from '../../packages/gateway/src/rooms/registry/registry.ts';

export type Run = (call: AppCall, options: CallOptions) => Promise<Record<string, unknown>>;

export type RunApp = (call: AppCall, options: CallOptions) => Promise<CallResult>;

export interface PathRooms {
  readonly rooms: Rooms;
  readonly entries: unknown[];
  readonly faults: unknown[];
}

/** The app is the browser, with one tool `act` that answers in MCP's shape. */
export function openRooms(run: Run, policy: PolicyRules = {}, slots = new Slots()): Promise<PathRooms> {
  const tools = [{ name: 'act', inputSchema: { type: 'object' } }];
  return openRoomsFor(tools, async (made, options) => ({ relayed: await run(made, options) }), policy, slots);
}

export async function openRoomsFor(
  tools: readonly ToolDeclaration[],
  run: RunApp,
  policy: PolicyRules = {},
  slots = new Slots(),
): Promise<PathRooms> {
  const entries: unknown[] = [];
  const faults: unknown[] = [];
  const app: App = {
    id: 'browser',
    callTime: { timeoutMs: 150_000, mayCallerChoose: true },
    listTools: async () => tools,
    callTool: run,
    onToolsChanged: () => () => {},
    close: async () => {},
  };
  const registry = new Registry({ onFault: () => {} });
  registry.add(app);
  await registry.settled();
  let nowMs = 1_700_000_000_000;
  let ids = 0;
  const now = () => (nowMs += 5);
  const createId = () => `call-${++ids}`;
  const journal = openJournal({ write: (line) => entries.push(JSON.parse(line)), close: () => {} }, () => nowMs);
  const grants = new Grants({ kept: { grants: [] }, save: () => {}, now, createId });
  const families = new SessionFamilies({ now, onSwitched: () => {} });
  const rooms: Rooms = {
    callers: createCallers({ cliSecret: 'c'.repeat(32), pid: 1, holderOf: () => undefined }),
    registry,
    guard: createGuard({
      rules: () => policy,
      grants: () => grants,
      hasFamily: (session, family) => families.has(session, family),
    }),
    families,
    consent: createConsent({
      grants: () => grants,
      decisions: createDecisions({ grants: () => grants, journal, now }),
    }),
    slots,
    runs: new Runs({ now, createId }),
    journal,
    createId,
    now,
    onFault: (thrown) => faults.push(thrown),
  };
  return { rooms, entries, faults };
}
