// Outputs and scripts of windows that went without a word: each window has a folder named after its process.
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
    return []; // No command ever ran.
  }
}
