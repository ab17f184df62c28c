// Removes what killed hosts left in the run directory.
import type { Machine } from './machine.ts';
import type { RunDirectory } from './private-folder.ts';
import { listRecords, removeRecord } from './record.ts';
import { probeSocket, removeDeadSocket } from './socket.ts';

/** A record exists only while its socket listens, so one whose socket refuses connections belongs to a dead host. */
export async function removeDeadHosts(run: RunDirectory, machine: Machine): Promise<string[]> {
  const removed: string[] = [];
  for (const { id, socket } of listRecords(run.hosts)) {
    if ((await probeSocket(socket)) === 'alive') continue;
    await removeDeadSocket(socket, machine);
    removeRecord(run.hosts, id);
    removed.push(id);
  }
  return removed;
}
