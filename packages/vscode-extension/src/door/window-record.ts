// The record in the run directory by which the gateway finds this window, with a token for the gateway alone.
import {
  createId,
  createToken,
  knockAtGateway,
  listRecords,
  locateFolders,
  type Machine,
  openRunDirectory,
  type RandomBytes,
  removeRecord,
  tokenPath,
  writeRecord,
  writeToken,
} from '@sallyport/native-host/run-directory';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { urlOf } from './agent-config.ts';

export interface WindowRecordOptions {
  readonly machine: Machine;
  readonly random: RandomBytes;
  readonly pid: number;
  readonly startedAt: string;
  readonly port: number;
  /** By these the gateway chooses a window. */
  readonly folders: readonly string[];
  readonly isAlive: (pid: number) => boolean;
}

export interface WindowRecord {
  readonly id: string;
  /** Identifies the gateway, which calls for several agents. */
  readonly token: string;
  /** After a change of folders. */
  update(folders: readonly string[]): void;
  /** Whether another open window listens at this port. */
  isTaken(port: number): boolean;
  /** May be called again. */
  close(): void;
}

/** Throws a SallyportError when the run directory cannot be used. */
export function openWindowRecord(options: WindowRecordOptions): WindowRecord {
  const run = openRunDirectory(locateFolders(options.machine).run, options.machine);
  const { editors } = run;
  const id = createId(options.random);
  const token = createToken(options.random);
  const { pid, startedAt } = options;
  const socket = urlOf(options.port);
  // Makes a running gateway look at once instead of at its next poll.
  const knock = () => void knockAtGateway(run, { role: 'editor', editorId: id });
  const update = (folders: readonly string[]) => {
    writeRecord(editors, { id, pid, version: PRODUCT_VERSION, startedAt, socket, folders });
    knock();
  };
  // First, because the record announces it.
  writeToken(tokenPath(editors, id), token);
  update(options.folders);
  return {
    id,
    token,
    update,
    isTaken: (port) =>
      listRecords(editors).some(
        (record) => record.id !== id && record.socket === urlOf(port) && options.isAlive(record.pid),
      ),
    close() {
      removeRecord(editors, id);
      knock();
    },
  };
}
