// Removes Sallyport's own data: config, grants, journal, logs and run directory.
import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { locateFolders, type Machine, probeSocket, readGatewayRecord } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import { explainDiskFault } from './disk.ts';
import { foldersOf } from './prepare.ts';

/** The existing paths to remove. Throws while a gateway runs, or when our folder holds the user's own files. */
export async function planPurge(machine: Machine): Promise<string[]> {
  const { config, data, run } = locateFolders(machine);
  const { home } = foldersOf(machine);
  // With SALLYPORT_HOME=$HOME, `~/data` would be removed.
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

/** Removes the paths, and their folder if it is empty then. */
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
    // Not empty, or gone.
  }
}
