// Record: what happened, for the user. An entry has names, times and codes; arguments and results have no field here.
import type { ErrorCode } from '@sallyport/protocol';

interface CallEntry {
  readonly kind: 'call';
  /** ISO time at which the call came in. */
  readonly at: string;
  readonly callId: string;
  readonly agent: { readonly id: string; readonly name: string };
  /** Which of the agent's stays, by its first digits. */
  readonly stay: string;
  /** `app/tool`; missing for a name that no tool has, since that name is the caller's own text. */
  readonly tool?: string;
  readonly outcome: 'result' | 'tool_error' | 'failure';
  readonly code?: ErrorCode;
  readonly durationMs: number;
}

interface GatewayEntry {
  readonly kind: 'gateway';
  readonly at: string;
  readonly event: 'started' | 'stopped' | 'browser_connected' | 'browser_gone' | 'agent_came' | 'agent_left';
  readonly who?: string;
}

interface ServerEntry {
  readonly kind: 'server';
  readonly at: string;
  readonly server: string;
  readonly state: string;
  /** How often it was started again since the gateway began. */
  readonly restarts: number;
}

type Entry = CallEntry | GatewayEntry | ServerEntry;

export interface Journal {
  record(entry: Entry): void;
  close(): void;
}

/** One entry a line, appended to a file that rotates within its bound. */
export function openJournal(file: { write(line: string): void; close(): void }): Journal {
  return {
    record: (entry) => file.write(JSON.stringify(entry)),
    close: () => file.close(),
  };
}
