// Builds the ports for client setup from a command's context.
import { join } from 'node:path';
import { AgentStore } from '@sallyport/gateway';
import { locateFolders } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../../context.ts';
import { foldersOf, platformOf } from '../prepare.ts';
import { bundlePath, SHIM_BUNDLE } from '../wanted.ts';
import type { ClientChange, ClientPorts } from './clients.ts';

export function clientPortsFrom(context: CommandContext): ClientPorts {
  const { machine, installer, node, randomBytes, now, pid } = context;
  const { data } = locateFolders(machine);
  const { SALLYPORT_HOME } = machine.env;
  return {
    ...installer,
    folders: foldersOf(machine),
    platform: platformOf(machine),
    data,
    store: new AgentStore({ path: join(data, 'agents.json'), random: randomBytes, now, pid }),
    shim: {
      command: node.path,
      args: [bundlePath(platformOf(machine), data, SHIM_BUNDLE)],
      // The client may not pass on its environment.
      env: SALLYPORT_HOME === undefined ? {} : { SALLYPORT_HOME },
    },
  };
}

export function hasClientWork(changes: readonly ClientChange[]): boolean {
  return changes.some(({ action }) => action === 'create' || action === 'replace' || action === 'remove');
}

export function describeClients(changes: readonly ClientChange[]): string {
  return changes
    .filter(({ action }) => action !== 'leave' && action !== 'keep')
    .map(({ client, path, action }) => `  ${action.padEnd(8)} the entry "sallyport" of ${client} in ${path}`)
    .join('\n');
}

/** A sentence for each file left alone. */
export function clientWarnings(changes: readonly ClientChange[]): string[] {
  return changes.flatMap(({ client, path, note, entry }) => {
    if (!note) return [];
    const byHand = entry === undefined ? '' : `\nTo add Sallyport by hand:\n${entry.replace(/^/gm, '  ')}`;
    return [`${client} was left as it is: ${path}: ${note}.${byHand}`];
  });
}
