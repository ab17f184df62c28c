// Opens the list of remote hosts in the data folder.
import { join } from 'node:path';
import { RemoteStore } from '@sallyport/gateway';
import { ensurePrivateFolder, locateFolders } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';

type StoreContext = Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>;

/** Only commands write it. */
export function openRemoteStore(context: StoreContext): RemoteStore {
  const { machine } = context;
  ensurePrivateFolder(locateFolders(machine).data, machine);
  return storeOf(context);
}

/** Creates no folder. None for a damaged list, which the doctor reports. */
export function remoteNames(context: StoreContext): readonly string[] {
  try {
    return storeOf(context)
      .list()
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function storeOf({ machine, randomBytes, now, pid }: StoreContext): RemoteStore {
  return new RemoteStore({ path: join(locateFolders(machine).data, 'remotes.json'), random: randomBytes, now, pid });
}
