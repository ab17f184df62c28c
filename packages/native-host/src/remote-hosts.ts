// Whether the user has connected remote hosts, whose agents cannot start a gateway on this computer.
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { readTextFile } from './run-directory/private-file.ts';
import { parseJson } from './run-directory/record.ts';

/** False for a damaged file, which the gateway and `sallyport doctor` report. */
export function hasRemoteHosts(data: string): boolean {
  const list = parseJson(readTextFile(join(data, 'remotes.json')));
  return isRecord(list) && Array.isArray(list.remotes) && list.remotes.length > 0;
}
