// What `doctor --fix` does about findings: only what can be done again or undone, and touches no decision of the user.
import {
  isRunning,
  listRecords,
  locateFolders,
  openRunDirectory,
  probeSocket,
  removeRecord,
} from '@sallyport/native-host/run-directory';
import { runInstall } from '../commands/install.ts';
import type { CommandFrame } from '../context.ts';
import { endGateway } from '../gateway/end-gateway.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import type { InstallPart } from '../install/prepare.ts';
import { createOutput } from '../output.ts';
import type { Check, FindingCode } from './check.ts';
import { messageOf } from './message-of.ts';

export interface Repair {
  /** What it does, for the plan. */
  readonly title: string;
  readonly run: (frame: CommandFrame) => Promise<void>;
}

export interface Repaired {
  readonly title: string;
  readonly isDone: boolean;
  readonly problem?: string;
}

/** Each repair once, in an order in which the later ones find a gateway that works. */
export function planRepairs(checks: readonly Check[]): Repair[] {
  const has = (...codes: readonly FindingCode[]) =>
    checks.some(({ code }) => code !== undefined && codes.includes(code));
  return [
    ...(has('gateway-hung') ? [repair('end the gateway that hangs', (frame) => stopGateway(frame, true))] : []),
    ...(has('host-dead', 'editor-dead') ? [repair('remove the records of processes that are gone', removeStale)] : []),
    ...(has('browser-setup-missing', 'browser-setup-different')
      ? [repair('write the browser set-up again', (frame) => install(frame, 'browsers'))]
      : []),
    ...(has('client-program-gone', 'client-key-unknown')
      ? [repair('write the entries of MCP clients again', (frame) => install(frame, 'agents'))]
      : []),
    ...(has('gateway-old', 'link-missing', 'editor-unlinked')
      ? [repair('stop the gateway, which starts again when needed', (frame) => stopGateway(frame, false))]
      : []),
    ...checks
      .filter(({ code }) => code === 'server-failed')
      .map(({ subject = '' }) => repair(`restart the server ${subject}`, (frame) => restartServer(frame, subject))),
  ];
}

export async function applyRepairs(repairs: readonly Repair[], frame: CommandFrame): Promise<Repaired[]> {
  const done: Repaired[] = [];
  for (const { title, run } of repairs) {
    try {
      await run(frame);
      done.push({ title, isDone: true });
    } catch (thrown) {
      done.push({ title, isDone: false, problem: messageOf(thrown) });
    }
  }
  return done;
}

function repair(title: string, run: Repair['run']): Repair {
  return { title, run };
}

/** Silent: the doctor reports. */
async function install(frame: CommandFrame, part: InstallPart): Promise<void> {
  const nowhere = { write: () => true };
  const output = createOutput({ stdout: nowhere, stderr: nowhere, isJson: false });
  await runInstall({ browser: [], only: [part], extensionId: [], yes: true }, { ...frame, output });
}

async function stopGateway({ machine, sendSignal }: CommandFrame, isForced: boolean): Promise<void> {
  await endGateway(machine, { isForced, sendSignal });
}

async function removeStale({ machine }: CommandFrame): Promise<void> {
  const { hosts, editors } = openRunDirectory(locateFolders(machine).run, machine);
  for (const folder of [hosts, editors]) {
    for (const { id, pid, socket } of listRecords(folder)) {
      if (!isRunning(pid) && (await probeSocket(socket)) !== 'alive') removeRecord(folder, id);
    }
  }
}

async function restartServer(frame: CommandFrame, name: string): Promise<void> {
  await withRunningGateway(frame, (control) => control.request('servers.restart', { name }));
}
