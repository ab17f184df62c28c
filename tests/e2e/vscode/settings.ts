// Settings of the machine, changed while VS Code runs, and put back when the test ends.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

/** In a window that is served, settings of the machine come from a file of their own. Returns what puts them back. */
export function changeSettings(changes: Readonly<Record<string, unknown>>): () => void {
  const { folder } = inject('editor');
  const undo: (() => void)[] = [];
  for (const place of ['Machine', 'User']) {
    const file = join(folder, 'user', place, 'settings.json');
    const before = readIfThere(file);
    mkdirSync(join(folder, 'user', place), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...JSON.parse(before), ...changes }));
    undo.push(() => writeFileSync(file, before));
  }
  const restore = () => {
    for (const step of undo.splice(0)) step();
  };
  onTestFinished(restore);
  return restore;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '{}'; // Nobody has set anything yet.
  }
}
