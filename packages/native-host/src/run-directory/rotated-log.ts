// A log file of bounded size whose failures never affect the writer. Callers write no payloads into it.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { limits } from '@sallyport/protocol';

export interface RotatedLog {
  /** Appends one line. On any error, such as a full disk, the line is dropped. */
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

/** Opens the file at the first line. Several processes may share a path. */
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
    // If another process has rotated already, the path is a new file, which only has to be opened.
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
        // Logging must not stop the work.
      }
    },
    close() {
      try {
        close();
      } catch {
        // The descriptor is closed either way.
      }
    },
  };
}

function moveQuietly(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // Older files may not exist yet.
  }
}
