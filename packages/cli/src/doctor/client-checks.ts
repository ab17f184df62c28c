// Checks each MCP client that has our entry: its program, its key, and a ping as the client would make it.

import type { ClientPorts } from '../install/clients/clients.ts';
import { readClientEntries } from '../install/clients/entries.ts';
import { broken, type Check, idle, sound } from './check.ts';
import { messageOf } from './message-of.ts';
import type { Probes } from './probes.ts';

const INSTALL = 'Run "sallyport install --only agents".';

/** `mayPing`: a ping would start a gateway, or wait for one that hangs. */
export async function checkClients(ports: ClientPorts, probes: Probes, mayPing: boolean): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { client, path, state, note, start, isKeyKnown } of readClientEntries(ports)) {
    const name = `client ${client}`;
    if (state === 'unreadable') {
      checks.push(broken(name, 'client-file-unreadable', `${path}: ${note}.`, 'Correct the file.', client));
    } else if (state === 'own') {
      checks.push(idle(name, `has an entry of your own in ${path}`));
    } else if (state === 'ours' && start !== undefined) {
      const gone = [start.command, ...start.args.slice(0, 1)].find((file) => !ports.exists(file));
      if (gone !== undefined) {
        checks.push(broken(name, 'client-program-gone', `It starts ${gone}, which is gone.`, INSTALL, client));
      } else if (!isKeyKnown) {
        const detail = 'The key of its entry was revoked or replaced.';
        checks.push(broken(name, 'client-key-unknown', detail, INSTALL, client));
      } else if (!mayPing) {
        checks.push(idle(name, `set up in ${path}`));
      } else {
        checks.push(await ping(name, client, () => probes.pingEntry(start)));
      }
    }
  }
  return checks;
}

async function ping(name: string, client: string, start: () => Promise<number>): Promise<Check> {
  try {
    return sound(name, `answers, ${await start()} tools`);
  } catch (thrown) {
    const fix = 'See "sallyport logs gateway"; "sallyport serve" shows a start in the foreground.';
    return broken(
      name,
      'client-ping-failed',
      `Started as ${client} does, it failed: ${messageOf(thrown)}`,
      fix,
      client,
    );
  }
}
