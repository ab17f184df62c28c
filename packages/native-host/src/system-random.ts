// Random bytes from the system's device: loading node:crypto would take a twentieth of a host's start time.
import { openSync, readSync } from 'node:fs';
import type { RandomBytes } from './run-directory/machine.ts';

/** Keeps the device open, so that running out of file descriptors later does no harm. */
export async function openSystemRandom(device = '/dev/urandom'): Promise<RandomBytes> {
  try {
    const file = openSync(device, 'r');
    const read = (size: number) => {
      const bytes = new Uint8Array(size);
      if (readSync(file, bytes) !== size) throw new Error(`${device} returned too few bytes`);
      return bytes;
    };
    read(1);
    return read;
  } catch {
    // Windows has no such device, and a sandbox may hide it.
    const { randomBytes } = await import('node:crypto');
    return randomBytes;
  }
}
