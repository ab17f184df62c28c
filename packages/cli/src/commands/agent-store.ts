// Opens the agent store in the data folder.
import { join } from 'node:path';
import { AgentStore } from '@sallyport/gateway';
import { ensurePrivateFolder, locateFolders } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';

/** Only commands write it; the gateway re-reads the file when an agent presents a key. */
export function openAgentStore(context: Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>): AgentStore {
  const { machine, randomBytes, now, pid } = context;
  const { data } = locateFolders(machine);
  ensurePrivateFolder(data, machine);
  return new AgentStore({ path: join(data, 'agents.json'), random: randomBytes, now, pid });
}
