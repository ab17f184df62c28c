// Builds the rooms of a call over one data folder. Files are read on first use.
import { limits } from '@sallyport/protocol';
import type { Rooms } from '../path/call.ts';
import { type AskInBrowser, createConsent } from '../path/consent.ts';
import { createDecisions, type Decisions, noteChecks } from '../path/decisions.ts';
import { SecretCalls, type SecretLookup } from '../path/use-secret.ts';
import { createCallers } from '../rooms/callers/callers.ts';
import type { ConfiguredFamilies } from '../rooms/grants/families.ts';
import { Grants } from '../rooms/grants/grants.ts';
import { createGuard } from '../rooms/grants/guard.ts';
import type { PolicyRules } from '../rooms/grants/policy.ts';
import { SessionFamilies } from '../rooms/grants/session-families.ts';
import { HeldCalls } from '../rooms/limits/held-calls.ts';
import { RunningCalls } from '../rooms/limits/running-calls.ts';
import { Runs } from '../rooms/limits/runs.ts';
import { Slots } from '../rooms/limits/slots.ts';
import { Pins } from '../rooms/registry/pins.ts';
import { Registry } from '../rooms/registry/registry.ts';
import type { AgentStore } from '../store/agent-store.ts';
import { openGrantDocument } from '../store/grant-document.ts';
import { openPinDocument } from '../store/pin-document.ts';
import type { StopList } from '../store/stop-list.ts';
import type { Base } from './base.ts';

export interface OpenRoomsOptions extends Base {
  readonly rules: () => PolicyRules;
  readonly families?: () => ConfiguredFamilies;
  /** A session has more families than before. */
  readonly onFamilySwitched?: () => void;
  /** Asks the user in a browser; tried before the agent's client. */
  readonly askInBrowser?: AskInBrowser;
  readonly agents: Pick<AgentStore, 'find'>;
  readonly secrets?: SecretLookup;
  readonly stopList?: Pick<StopList, 'stopOf'>;
  /** Replaces the grants of the data folder, which are read once. */
  readonly grants?: () => Grants;
}

export interface OpenedRooms {
  readonly running: RunningCalls;
  readonly rooms: Rooms;
  readonly grants: () => Grants;
  readonly decisions: Decisions;
}

export function openRooms(options: OpenRoomsOptions): OpenedRooms {
  const { dataFolder, journal, nonce, mayWrite, now, createId, log, onFault } = options;
  const at = () => new Date(now()).toISOString();
  const storage = { folder: dataFolder, now, nonce, mayWrite, tell: log };
  const ownGrants = once(() => {
    const document = openGrantDocument(storage);
    const kept = document.load();
    if (kept.lost !== undefined) journal.record({ kind: 'gateway', at: at(), event: 'grants_lost' });
    return new Grants({ kept, save: document.save, now, createId });
  });
  const grants = options.grants ?? ownGrants;
  const pins = once(() => {
    const document = openPinDocument(storage);
    return new Pins({ kept: document.load(), save: document.save, onFault });
  });
  const registry = new Registry({
    onFault,
    pins,
    onStatus(tool, status) {
      log(
        status === 'changed'
          ? `${tool} changed and waits for approval`
          : `${tool} has the same name as another tool; neither is offered`,
      );
      journal.record({ kind: 'tool', at: at(), tool, event: status });
    },
  });
  const decisions = createDecisions({ grants, journal, now });
  const running = new RunningCalls();
  const switched = new SessionFamilies({ now, onSwitched: () => options.onFamilySwitched?.() });
  const rooms: Rooms = {
    callers: createCallers({ cliSecret: createId(), pid: options.pid, holderOf: (key) => options.agents.find(key) }),
    registry,
    guard: createGuard({
      rules: options.rules,
      families: options.families,
      hasFamily: (session, family) => switched.has(session, family),
      grants,
      stopOf: (caller) => options.stopList?.stopOf(caller.kind === 'agent' ? caller : {}),
      onDecision: noteChecks(journal, now),
    }),
    families: switched,
    ...(options.secrets === undefined ? {} : { secrets: { store: options.secrets, calls: new SecretCalls() } }),
    consent: createConsent({ grants, decisions, askInBrowser: options.askInBrowser }),
    slots: new Slots({ waitMs: limits.agent.slotWaitMs }),
    held: new HeldCalls(),
    running,
    runs: new Runs({ now, createId }),
    countCall: decisions.countCall,
    journal,
    createId,
    now,
    onFault,
  };
  return { rooms, running, grants, decisions };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
