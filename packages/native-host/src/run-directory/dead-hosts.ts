// What killed hosts left in the run directory: found by a probe, removed by whoever finds it.
import type { Machine } from './machine.ts';
import type { RunDirectory } from './private-folder.ts';
import { listRecords, removeRecord } from './record.ts';
import { probeSocket, removeDeadSocket } from './socket.ts';

/** A record is written after its socket listens and removed before it closes, so one that refuses is nobody's. */
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
