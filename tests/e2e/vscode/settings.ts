// Settings of the machine, changed while VS Code runs, and put back when the test ends.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { settingsOfWindows } from './probes.ts';

/**
 * In a window that is served, settings of the machine come from a file of their own. Resolves when all windows have seen the
 * change, with what puts the settings back in the same way.
 */
export async function changeSettings(changes: Readonly<Record<string, unknown>>): Promise<() => Promise<void>> {
  const { folder, home } = inject('editor');
  const names = Object.keys(changes);
  const [before] = await settingsOfWindows(home, names);
  const undo: (() => void)[] = [];
  for (const place of ['Machine', 'User']) {
    const file = join(folder, 'user', place, 'settings.json');
    const text = readIfPresent(file);
    mkdirSync(join(folder, 'user', place), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...JSON.parse(text), ...changes }));
    undo.push(() => writeFileSync(file, text));
  }
  const seen = (state: 'changed' | 'as before') =>
    eventually(`all windows see the settings ${names.join(', ')} ${state}`, async () =>
      (await settingsOfWindows(home, names)).every((found) => (found === before) === (state === 'as before')),
    );
  const restore = async () => {
    for (const step of undo.splice(0)) step();
    await seen('as before');
  };
  onTestFinished(restore);
  await seen('changed');
  return restore;
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '{}'; // Nobody has set anything yet.
  }
}
