// sallyport logs: the newest lines of all log files by time, and with --follow new ones.
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { locateFolders, readIfPresent } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { codeOf } from '../install/disk.ts';
import { parseLast } from './options.ts';

interface LogsOptions {
  readonly follow?: boolean;
  readonly last: string;
}

const POLL_MS = 250;
const ISO_TIME = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/;

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .argument('[part]', 'only this part: gateway, host, shim …')
    .option('-f, --follow', 'keep printing new lines until Ctrl+C')
    .option('-n, --last <count>', 'how many of the newest lines', '50')
    .action((part: string | undefined, options: LogsOptions) => runLogs(part, options, frame()));
}

async function runLogs(part: string | undefined, options: LogsOptions, frame: CommandFrame): Promise<void> {
  const { machine, output, untilInterrupted } = frame;
  const folder = join(locateFolders(machine).data, 'logs');
  const last = parseLast(options.last);
  if (part !== undefined && options.follow !== true) checkPart(part, folder);
  const files = () => logFiles(folder, part).map((name) => join(folder, name));
  const tails = new Map(files().map((path) => [path, openTail(path)]));
  const lines = files()
    .flatMap((path) => (readIfPresent(path) ?? '').split('\n'))
    .filter((line) => line !== '')
    .sort(byTime)
    .slice(-last);
  output.result({ lines }, () => (lines.length === 0 ? 'There are no logs yet.' : lines.join('\n')));
  if (options.follow !== true) return;
  const timer = setInterval(() => {
    for (const path of files()) {
      const tail = tails.get(path) ?? openTail(path, 0);
      tails.set(path, tail);
      for (const line of tail()) output.isJson ? output.value({ line }) : output.line(line);
    }
  }, POLL_MS);
  await untilInterrupted();
  clearInterval(timer);
}

/** Current files such as `gateway.log`, not rotated ones such as `gateway.log.1`. */
function logFiles(folder: string, part: string | undefined): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.log') && (part === undefined || name.startsWith(part)));
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return []; // Nothing has run yet.
    throw thrown;
  }
}

/** Before anything has run, no part has a log. */
function checkPart(part: string, folder: string): void {
  const known = logFiles(folder, undefined).map((name) => name.replace(/\.log$/, ''));
  if (known.length === 0 || known.some((name) => name.startsWith(part))) return;
  throw new SallyportError('ERR_INPUT_INVALID', `There is no log of "${part}" yet.`, {
    hint: `There are logs of: ${known.join(', ')}.`,
  });
}

function byTime(a: string, b: string): number {
  const [first = '', second = ''] = [a, b].map((line) => ISO_TIME.exec(line)?.[0] ?? '');
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The returned function reads the complete lines added since its last call. */
function openTail(path: string, from?: number): () => readonly string[] {
  let offset = from;
  let inode: number | undefined;
  let rest = '';
  const look = (): readonly string[] => {
    let file: number | undefined;
    try {
      file = openSync(path, 'r');
      const { ino, size } = fstatSync(file);
      // After a rotation a new file has the same name.
      if (inode !== undefined && ino !== inode) offset = 0;
      inode = ino;
      offset ??= size;
      const bytes = Buffer.alloc(Math.max(0, size - offset));
      offset += readSync(file, bytes, 0, bytes.length, offset);
      const lines = (rest + bytes.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      return lines;
    } catch {
      return []; // In the middle of a rotation; the next call finds the new file.
    } finally {
      if (file !== undefined) closeSync(file);
    }
  };
  look();
  return look;
}
