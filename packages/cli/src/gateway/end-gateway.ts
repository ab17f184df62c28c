// Ends the user's gateway: by its own method, or by signals when it does not answer.
import { setTimeout as delay } from 'node:timers/promises';
import {
  isRunning,
  locateFolders,
  type Machine,
  openRunDirectory,
  probeSocket,
  readGatewayRecord,
} from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import { withRunningGateway } from './from-frame.ts';

export type Ended = 'stopped' | 'killed' | 'absent';

export interface EndOptions {
  /** Signals are sent only with it. */
  readonly isForced: boolean;
  readonly sendSignal: (pid: number, signal: NodeJS.Signals) => void;
  /** How long it may take to answer before it is signalled, and to end after each signal. */
  readonly patienceMs?: number;
}

const STOP_MS = 10_000;
const PATIENCE_MS = 3_000;
const LOOK_MS = 20;

export async function endGateway(machine: Machine, options: EndOptions): Promise<Ended> {
  const { isForced, sendSignal, patienceMs = PATIENCE_MS } = options;
  const record = readGatewayRecord(openRunDirectory(locateFolders(machine).run, machine));
  if (record === undefined || (await probeSocket(record.socket)) !== 'alive') return 'absent';
  const { pid } = record;
  try {
    await askToStop(machine, isForced ? patienceMs : STOP_MS);
    if ((await probeSocket(record.socket)) !== 'alive') return 'stopped';
  } catch (thrown) {
    if (!isForced) throw thrown;
  }
  // Its socket is in a private folder under a random name, so whoever answers there is the process of the record.
  if (!isForced) throw notEnded(pid);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    sendSignal(pid, signal);
    if (await hasEnded(pid, patienceMs)) return 'killed';
  }
  throw notEnded(pid);
}

/** Resolves when it has closed the connection, or the time is up. */
async function askToStop(machine: Machine, timeoutMs: number): Promise<void> {
  await withRunningGateway({ machine }, async (control) => {
    await control.request('stop', {}, { timeoutMs });
    await control.whenGone(timeoutMs);
  });
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (performance.now() < giveUpAt) {
    if (!isRunning(pid)) return true;
    await delay(LOOK_MS);
  }
  return false;
}

function notEnded(pid: number): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `The gateway (process ${pid}) has not ended.`, {
    hint: 'End it with "sallyport stop --force".',
    data: { pid },
  });
}
