// Opens the list of remote hosts in the data folder.
import { join } from 'node:path';
import { RemoteStore } from '@sallyport/gateway';
import { ensurePrivateFolder, locateFolders } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';

/** Only commands write it. */
export function openRemoteStore(context: Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>): RemoteStore {
  const { machine, randomBytes, now, pid } = context;
  const { data } = locateFolders(machine);
  ensurePrivateFolder(data, machine);
  return new RemoteStore({ path: join(data, 'remotes.json'), random: randomBytes, now, pid });
}
