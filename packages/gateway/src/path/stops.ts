// Which agents the user has stopped, and whether all are paused: one list for the command line and the panel.
import { BoundedMap, Listeners, type LostOutcome, SallyportError, UNKNOWN_OUTCOME_HINT } from '@sallyport/protocol';
import { EVERYONE } from '../rooms/callers/callers.ts';
import type { RunningCall, RunningCalls } from '../rooms/limits/running-calls.ts';

/** The list on disk, which the command line writes too. */
export interface StopEntries {
  readonly names: readonly string[];
  readonly isPaused: boolean;
  add(who: string): void;
  /** False when it was not there. */
  remove(who: string): boolean;
}

export interface StopsOptions {
  readonly entries: StopEntries;
  readonly running: RunningCalls;
  /** The id, name and sessions of the agents that this id, name or session means. */
  readonly namesOf: (who: string) => readonly string[];
  /** What still means this agent when it comes back: without a key only its name does. */
  readonly lastingNameOf: (who: string) => string;
}

export interface Stops {
  readonly isPaused: boolean;
  /** Ids, names or sessions, as the user gave them. */
  readonly stopped: readonly string[];
  /** False for an agent that is neither connected nor has a key; nothing is changed then. */
  stop(who: string): boolean;
  resume(who: string): void;
  pause(): void;
  resumeAll(): void;
  /** Ends the calls of an agent, or of everyone, that is on the list already. */
  enforce(who: string): void;
  /** The list was changed by someone else. */
  reread(): void;
  /** Called with each agent that `stop` has stopped. */
  onStopped(listener: (who: string) => void): void;
  onPaused(listener: (isPaused: boolean) => void): void;
}

const MAX_KEPT = 1000;

export function createStops({ entries, running, namesOf, lastingNameOf }: StopsOptions): Stops {
  const stoppedListeners = new Listeners<[who: string]>();
  const pauseListeners = new Listeners<[isPaused: boolean]>();
  /** The user may resume an agent under what it was stopped by, after its session has ended. */
  const keptAs = new BoundedMap<string, string>(MAX_KEPT);

  function enforce(who: string): void {
    if (who === EVERYONE) {
      running.stop(({ caller }) => caller.kind !== 'user', pausedDuring);
      pauseListeners.tell(true);
      return;
    }
    const isTheirs = ({ caller: { kind, id, name, session, host } }: RunningCall) =>
      kind === 'agent' && [id, name, session, host].includes(who);
    running.stop(isTheirs, stoppedDuring);
  }

  return {
    get isPaused() {
      return entries.isPaused;
    },
    get stopped() {
      return entries.names;
    },
    stop(who) {
      if (namesOf(who).length === 0) return false;
      const name = lastingNameOf(who);
      keptAs.set(who, name);
      entries.add(name);
      enforce(name);
      stoppedListeners.tell(name);
      return true;
    },
    resume(who) {
      for (const name of [who, keptAs.get(who) ?? who, ...namesOf(who)]) entries.remove(name);
    },
    pause() {
      entries.add(EVERYONE);
      enforce(EVERYONE);
    },
    resumeAll() {
      entries.remove(EVERYONE);
      pauseListeners.tell(false);
    },
    enforce,
    reread: () => pauseListeners.tell(entries.isPaused),
    onStopped: (listener) => void stoppedListeners.add(listener),
    onPaused: (listener) => void pauseListeners.add(listener),
  };
}

function stoppedDuring(outcome: LostOutcome): SallyportError {
  return ended('The user has stopped this agent during the call.', 'STOPPED', outcome);
}

function pausedDuring(outcome: LostOutcome): SallyportError {
  return ended('The user has paused all agents during the call.', 'PAUSED', outcome);
}

function ended(message: string, reason: 'STOPPED' | 'PAUSED', outcome: LostOutcome): SallyportError {
  const effect = outcome === 'unknown' ? UNKNOWN_OUTCOME_HINT : 'The call has not run.';
  const hint = `${effect} Do not call again before the user says so.`;
  return new SallyportError('ERR_PERMISSION_DENIED', message, { reason, hint, data: { outcome } });
}
