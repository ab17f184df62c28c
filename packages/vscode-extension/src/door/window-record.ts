// The record in the run directory by which the gateway finds this window, with its token beside it.
import {
  createId,
  listRecords,
  locatePlaces,
  type Machine,
  openRunDirectory,
  type RandomBytes,
  removeRecord,
  tokenPath,
  writeRecord,
  writeToken,
} from '@sallyport/native-host/run-directory';
import { PRODUCT_VERSION } from '@sallyport/protocol';

export interface WindowRecordOptions {
  readonly machine: Machine;
  readonly random: RandomBytes;
  readonly pid: number;
  readonly startedAt: string;
  readonly port: number;
  readonly token: string;
  /** The window's folders, by which the gateway chooses among windows. */
  readonly folders: readonly string[];
  readonly isAlive: (pid: number) => boolean;
}

export interface WindowRecord {
  readonly id: string;
  /** Folders were added or taken away. */
  update(folders: readonly string[]): void;
  /** Whether another window that lives listens at this port. */
  isTaken(port: number): boolean;
  /** May be called again. */
  close(): void;
}

/** Throws a SallyportError when the run directory cannot be used. */
export function openWindowRecord(options: WindowRecordOptions): WindowRecord {
  const { editors } = openRunDirectory(locatePlaces(options.machine).run, options.machine);
  const id = createId(options.random);
  const { pid, startedAt } = options;
  const socket = socketOf(options.port);
  const update = (folders: readonly string[]) =>
    writeRecord(editors, { id, pid, version: PRODUCT_VERSION, startedAt, socket, folders });
  // The token first: whoever finds the record finds it.
  writeToken(tokenPath(editors, id), options.token);
  update(options.folders);
  return {
    id,
    update,
    isTaken: (port) =>
      listRecords(editors).some(
        (record) => record.id !== id && record.socket === socketOf(port) && options.isAlive(record.pid),
      ),
    close: () => removeRecord(editors, id),
  };
}

function socketOf(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}
