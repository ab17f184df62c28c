// Removes outputs and scripts of windows that crashed. Each window has a folder named after its process id.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export function removeLeftovers(folder: string, isAlive: (pid: number) => boolean): void {
  for (const name of namesIn(folder)) {
    if (/^\d+$/.test(name) && !isAlive(Number(name))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No command has run yet.
  }
}
