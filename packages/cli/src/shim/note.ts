// The shim's messages to people: on stderr and in a log file.
import { join } from 'node:path';
import { locateFolders, openRotatedLog } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';
import { visible } from '../visible.ts';

type NoteOptions = Pick<CommandContext, 'machine' | 'pid' | 'now' | 'stderr'>;

/** Takes one line without payloads. */
export function createNote({ machine, pid, now, stderr }: NoteOptions): (line: string) => void {
  const log = openRotatedLog({ path: join(locateFolders(machine).data, 'logs', 'shim.log') });
  return (line) => {
    stderr.write(visible(`sallyport mcp: ${line}\n`));
    log.write(`[Sallyport Shim ${pid}] ${new Date(now()).toISOString()} ${line}`);
  };
}
