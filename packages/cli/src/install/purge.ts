// Removes what the product keeps for the user: config, grants, journal, logs, and the run directory when nobody lives there.
import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { locateFolders, type Machine, probeSocket, readGatewayRecord } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import { explainDiskFault } from './disk.ts';
import { foldersOf } from './prepare.ts';

/** What would go, and is there. Throws while a gateway runs, and where our folder is one that holds a person's own things. */
export async function planPurge(machine: Machine): Promise<string[]> {
  const { config, data, run } = locateFolders(machine);
  const { home } = foldersOf(machine);
  // SALLYPORT_HOME=$HOME would make `~/data` ours, by name alone.
  if (`${home}/`.startsWith(`${config.replace(/[/\\]+$/, '')}/`)) {
    const message = `${config} holds more than Sallyport's files, so it is not emptied.`;
    throw new SallyportError('ERR_INPUT_INVALID', message, {
      hint: `Remove config.json, data and run there by hand, if they are Sallyport's.`,
    });
  }
  const gateway = readGatewayRecord({ path: run, hosts: join(run, 'hosts'), editors: join(run, 'editors') });
  if (gateway !== undefined && (await probeSocket(gateway.socket)) === 'alive') {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'A gateway is running and would write its files again.', {
      hint: 'Stop it with "sallyport stop", and try again.',
    });
  }
  return [join(config, 'config.json'), data, run].filter(
    (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  );
}

/** Removes them whole, and then the folder around them when nothing else is in it. */
export function purge(paths: readonly string[], machine: Machine): void {
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (thrown) {
      throw explainDiskFault(thrown, path);
    }
  }
  try {
    rmdirSync(locateFolders(machine).config);
  } catch {
    // It holds something that is not ours, or is gone.
  }
}
