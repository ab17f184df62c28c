// What windows tell and take through the probe, a small extension that the tests install beside ours; see probe/main.cjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';

export interface Clock {
  /** What is due on the way happens on the way. */
  forward(minutes: number): Promise<void>;
}

/** Until the test ends; takes hold of intervals that begin from now on. `pid` is that of the window's record. */
export async function holdClock(home: string, pid: number): Promise<Clock> {
  const port = await eventually('the probe of the window', () => readPort(home, String(pid)));
  await ask(port, '/clock/hold');
  onTestFinished(() => void ask(port, '/clock/release'));
  return { forward: async (minutes) => void (await ask(port, '/clock/forward', { ms: minutes * 60_000 })) };
}

/** The processes of windows with this first folder in which our extension has been activated to the end. */
export async function activatedIn(home: string, folder: string): Promise<unknown[]> {
  const windows = (await askWindows(home, '/window', {})).filter(isRecord);
  return windows.filter((window) => window.folder === folder && window.isActive === true).map(({ pid }) => pid);
}

/** The values of these settings, as the extensions of each window that is open see them; as JSON, to compare. */
export async function settingsOfWindows(home: string, names: readonly string[]): Promise<string[]> {
  return (await askWindows(home, '/settings', { names })).map((value) => JSON.stringify(value));
}

async function askWindows(home: string, path: string, question: object): Promise<unknown[]> {
  const asked = readdirSync(join(home, 'probes')).map(async (pid) => {
    const port = readPort(home, pid);
    // A window that was closed left its port behind.
    return port === undefined ? [] : [await ask(port, path, question)];
  });
  return (await Promise.all(asked.map((answer) => answer.catch(() => [])))).flat();
}

function readPort(home: string, pid: string): number | undefined {
  try {
    return Number(readFileSync(join(home, 'probes', pid), 'utf8'));
  } catch {
    return undefined; // Not written yet.
  }
}

async function ask(port: number, path: string, question: object = {}): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: JSON.stringify(question) });
  return response.json();
}
