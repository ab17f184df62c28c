// The record in the run directory by which the gateway finds this window, with its token beside it.
import {
  createId,
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
}

export interface WindowRecord {
  readonly id: string;
  /** Folders were added or taken away. */
  update(folders: readonly string[]): void;
  /** May be called again. */
  close(): void;
}

/** Throws a SallyportError when the run directory cannot be used. */
export function openWindowRecord(options: WindowRecordOptions): WindowRecord {
  const { editors } = openRunDirectory(locatePlaces(options.machine).run, options.machine);
  const id = createId(options.random);
  const { pid, startedAt } = options;
  const socket = `http://127.0.0.1:${options.port}/mcp`;
  const update = (folders: readonly string[]) =>
    writeRecord(editors, { id, pid, version: PRODUCT_VERSION, startedAt, socket, folders });
  // The token first: whoever finds the record finds it.
  writeToken(tokenPath(editors, id), options.token);
  update(options.folders);
  return { id, update, close: () => removeRecord(editors, id) };
}
