// The agent store in this home's data folder, as commands write it.
import { join } from 'node:path';
import { AgentStore } from '@sallyport/gateway';
import { ensurePrivateFolder, locateFolders } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';

/** Written by the command line alone; the gateway looks at the file whenever a key comes. */
export function openAgentStore(context: Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>): AgentStore {
  const { machine, randomBytes, now, pid } = context;
  const { data } = locateFolders(machine);
  ensurePrivateFolder(data, machine);
  return new AgentStore({ path: join(data, 'agents.json'), random: randomBytes, now, pid });
}
