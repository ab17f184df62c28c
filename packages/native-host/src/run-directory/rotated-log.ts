// A log file that never grows without bound and never harms its writer. Callers write no payloads into it.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { limits } from '@sallyport/protocol';

export interface RotatedLog {
  /** Appends one line. Whatever goes wrong, a full disk too, drops the line and nothing else. */
  write(line: string): void;
  /** May be called again; a write after it reopens the file. */
  close(): void;
}

export interface RotatedLogOptions {
  readonly path: string;
  readonly maxBytes?: number;
  /** The file itself and the older ones: `host.log`, `host.log.1`, … */
  readonly files?: number;
}

/** Opens nothing until the first line. Several processes may share a path. */
export function openRotatedLog(options: RotatedLogOptions): RotatedLog {
  const { path, maxBytes = limits.log.maxBytes, files = limits.log.files } = options;
  let file: number | undefined;

  function open(): number {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, 'a', 0o600);
  }

  function close(): void {
    if (file === undefined) return;
    const closing = file;
    file = undefined;
    closeSync(closing);
  }

  function rotate(current: number): void {
    // Another process may have rotated already: then the path is another file, and only has to be opened.
    if (statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(current).ino) {
      for (let age = files - 1; age >= 1; age -= 1)
        moveQuietly(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
    }
    close();
  }

  return {
    write(line) {
      try {
        file ??= open();
        const text = `${line}\n`;
        const { size } = fstatSync(file);
        if (size > 0 && size + Buffer.byteLength(text) > maxBytes) {
          rotate(file);
          file ??= open();
        }
        writeSync(file, text);
      } catch {
        // A log is a help, not a duty: without a disk the work goes on.
      }
    },
    close() {
      try {
        close();
      } catch {
        // The descriptor is gone either way.
      }
    },
  };
}

function moveQuietly(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // Not every age exists yet.
  }
}
