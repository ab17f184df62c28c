// Plans an installation: what must change for each wanted file or key. Changes nothing.
import type { Found } from './disk.ts';
import { describeForeignManifest } from './manifest.ts';
import type { Wanted, WantedFile, WantedKey } from './wanted.ts';

export interface Change {
  readonly wanted: Wanted;
  readonly action: 'create' | 'replace' | 'keep' | 'blocked';
  /** What the user should know before. */
  readonly note?: string;
  /** The current text of a manifest, launcher or key. */
  readonly before?: string;
}

export interface Look {
  readonly file: (path: string) => Found;
  /** Undefined for a missing key; the value is undefined for a key without default value. */
  readonly key: (key: string) => { readonly value: string | undefined } | undefined;
  readonly launcherFolder: string;
}

export function planInstall(wanted: readonly Wanted[], look: Look): Change[] {
  return wanted.map((one) => (one.kind === 'file' ? planFile(one, look) : planKey(one, look)));
}

function planFile(wanted: WantedFile, { file, launcherFolder }: Look): Change {
  const found = file(wanted.path);
  switch (found.kind) {
    case 'absent':
      return { wanted, action: 'create' };
    case 'link':
      return { wanted, action: 'replace', note: `it is a link to ${found.target}; uninstall restores it` };
    case 'folder':
      return { wanted, action: 'blocked', note: 'it is a folder; move it away' };
    case 'other':
      return { wanted, action: 'blocked', note: 'it is not a file; move it away' };
    case 'file': {
      if (isAsWanted(found, wanted)) return { wanted, action: 'keep' };
      const text = found.bytes.toString('utf8');
      const isManifest = wanted.purpose.part === 'manifest';
      const foreign = isManifest ? describeForeignManifest(text, launcherFolder) : undefined;
      const note = foreign && `${foreign}; uninstall restores it`;
      return { wanted, action: 'replace', note, before: isShowable(wanted) ? text : undefined };
    }
  }
}

function planKey(wanted: WantedKey, { key }: Look): Change {
  const found = key(wanted.key);
  if (found === undefined) return { wanted, action: 'create' };
  if (found.value === wanted.value) return { wanted, action: 'keep' };
  const note = found.value === undefined ? undefined : `it points to ${found.value}; uninstall restores that`;
  return { wanted, action: 'replace', note, before: found.value };
}

export function isAsWanted(found: Found, wanted: WantedFile): boolean {
  if (found.kind !== 'file' || !found.bytes.equals(wanted.bytes)) return false;
  return wanted.mode === undefined || found.mode === wanted.mode;
}

/** Bundles and environments are never printed; the latter may hold secrets. */
export function isShowable({ purpose: { part } }: Wanted): boolean {
  return part === 'manifest' || part === 'launcher';
}

export function locationOfWanted(wanted: Wanted): string {
  return wanted.kind === 'file' ? wanted.path : wanted.key;
}

/** Whether anything would change. */
export function hasWork(changes: readonly Change[]): boolean {
  return changes.some(({ action }) => action !== 'keep');
}
