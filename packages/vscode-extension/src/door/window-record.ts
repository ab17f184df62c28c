// The record in the run directory by which the gateway finds this window, and a token that only the gateway comes with.
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

export interface WindowRecordOptions {
  readonly machine: Machine;
  readonly random: RandomBytes;
  readonly pid: number;
  readonly startedAt: string;
  readonly port: number;
  /** The window's folders, by which the gateway chooses among windows. */
  readonly folders: readonly string[];
  readonly isAlive: (pid: number) => boolean;
}

export interface WindowRecord {
  readonly id: string;
  /** Who comes with it read the run directory: the gateway, which speaks for several agents. */
  readonly token: string;
  /** Folders were added or taken away. */
  update(folders: readonly string[]): void;
  /** Whether another window that lives listens at this port. */
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
  const socket = socketOf(options.port);
  // A gateway that runs looks at once; one that does not hear it looks by itself, only later.
  const knock = () => void knockAtGateway(run, { role: 'editor', editorId: id });
  const update = (folders: readonly string[]) => {
    writeRecord(editors, { id, pid, version: PRODUCT_VERSION, startedAt, socket, folders });
    knock();
  };
  // The token first: whoever finds the record finds it.
  writeToken(tokenPath(editors, id), token);
  update(options.folders);
  return {
    id,
    token,
    update,
    isTaken: (port) =>
      listRecords(editors).some(
        (record) => record.id !== id && record.socket === socketOf(port) && options.isAlive(record.pid),
      ),
    close() {
      removeRecord(editors, id);
      knock();
    },
  };
}

function socketOf(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}
