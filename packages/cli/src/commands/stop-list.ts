// Opens the list of stopped agents in the data folder.
import { StopList } from '@sallyport/gateway';
import { ensurePrivateFolder, locateFolders } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';
import { stopListPath } from './stop-list-path.ts';

export function openStopList(context: Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>): StopList {
  const { machine, randomBytes, now, pid } = context;
  ensurePrivateFolder(locateFolders(machine).data, machine);
  return new StopList({ path: stopListPath(machine), random: randomBytes, now, pid });
}
