// Where the list of stopped agents is.
import { join } from 'node:path';
import { locateFolders, type Machine } from '@sallyport/native-host/run-directory';

export function stopListPath(machine: Machine): string {
  return join(locateFolders(machine).data, 'stopped.json');
}
