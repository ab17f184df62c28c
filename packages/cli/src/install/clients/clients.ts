// Adds our entry, with its own key, to the config files of MCP clients, and removes it again.
import type { AgentStore } from '@sallyport/gateway';
import { isRecord, type JsonObject, parseJson } from '@sallyport/protocol';
import type { Folders, Platform } from '../browsers.ts';
import { codeOf, type Disk, removeIfThere, replaceFile } from '../disk.ts';
import { pathsOf } from '../present.ts';
import { type ClientForm, clientForms, ENTRY_NAME, fileOf, type ShimCommand } from './forms.ts';
import { isEmptyJson, putJsonEntry, readJsonEntry, takeJsonEntry } from './json-entry.ts';
import { putTomlEntry, readTomlEntry, takeTomlEntry } from './toml-entry.ts';

export interface ClientPorts {
  readonly disk: Disk;
  readonly exists: (path: string) => boolean;
  /** Takes the file's lock: VS Code windows change these files too. */
  readonly alone: <T>(path: string, change: () => T) => T;
  readonly folders: Folders;
  readonly platform: Platform;
  /** The data folder, with backups and `clients.json`. */
  readonly data: string;
  readonly store: AgentStore;
  /** Without a key. */
  readonly shim: ShimCommand;
}

export interface ClientChange {
  readonly client: string;
  readonly path: string;
  /** `leave`: it cannot be changed safely, for the reason in `note`. */
  readonly action: 'create' | 'replace' | 'keep' | 'remove' | 'leave';
  readonly note?: string;
}

interface ClientFile {
  readonly form: ClientForm;
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  readonly isFileThere: boolean;
  readonly hasContainer: boolean;
  readonly command: string | undefined;
  readonly key: string | undefined;
  readonly hasEntry: boolean;
}

/** What would change. Skips clients that are not installed. */
export function planClients(ports: ClientPorts): ClientChange[] {
  return present(ports).map(([form, path]) => {
    const file = readClientFile(form, path, ports.disk);
    if (typeof file === 'string') return { client: form.title, path, action: 'leave', note: file };
    // A key that others could read is replaced, with a private mode; Windows has no modes.
    const isPrivate = ports.platform === 'win32' || privately(file.mode) === file.mode;
    if (isPrivate && isOurs(file, ports)) return { client: form.title, path, action: 'keep' };
    return { client: form.title, path, action: file.hasEntry ? 'replace' : 'create' };
  });
}

export function applyClients(ports: ClientPorts): ClientChange[] {
  const { disk, platform, data } = ports;
  const changes = planClients(ports);
  for (const [form, path] of present(ports)) {
    const action = changes.find(({ client }) => client === form.title)?.action;
    const file = readClientFile(form, path, disk);
    if (typeof file === 'string' || (action !== 'create' && action !== 'replace')) continue;
    makeFolders(disk, data, platform);
    const { key } = mint(ports.store, form.title);
    const entry = form.entry({ ...ports.shim, env: { ...ports.shim.env, SALLYPORT_KEY: key } });
    const known = readRecord(ports)[form.id];
    if (file.isFileThere && known === undefined) {
      const backup = backupOf(form, data, platform);
      makeFolders(disk, pathsOf(platform).dirname(backup), platform);
      removeIfThere(disk, backup);
      disk.writeNew(backup, Buffer.from(file.text), 0o600);
    }
    writeRecord(ports, {
      ...readRecord(ports),
      [form.id]: known ?? { isFileOurs: !file.isFileThere, isContainerOurs: !file.hasContainer, mode: file.mode },
    });
    changeFile(ports, file, ({ text, mode }) =>
      replaceFile(disk, path, Buffer.from(put(form, text, entry)), privately(mode)),
    );
  }
  return changes;
}

/** Only the owner may read a file with a key. */
function privately(mode: number): number {
  return mode & 0o700;
}

/** Reads the file again under its lock, since it may have changed. */
function changeFile({ disk, alone }: ClientPorts, { form, path }: ClientFile, change: (now: ClientFile) => void): void {
  alone(path, () => {
    const now = readClientFile(form, path, disk);
    if (typeof now !== 'string') change(now);
  });
}

/** Whether a client may have our entry. */
export function hasClients(ports: ClientPorts): boolean {
  return Object.keys(readRecord(ports)).length > 0;
}

/** Removes our entries, except those that someone changed. */
export function undoClients(ports: ClientPorts, isDryRun: boolean): ClientChange[] {
  const record = readRecord(ports);
  const changes: ClientChange[] = [];
  for (const form of clientForms) {
    const known = record[form.id];
    if (!isRecord(known)) continue;
    const path = fileOf(form, ports.folders, ports.platform);
    const file = readClientFile(form, path, ports.disk);
    const note =
      typeof file === 'string' ? file : file.hasEntry && file.key === undefined ? 'its entry was changed' : '';
    if (typeof file === 'string' || note !== '') {
      changes.push({ client: form.title, path, action: 'leave', note });
      continue;
    }
    if (!isDryRun) takeBack(ports, file, known);
    changes.push({ client: form.title, path, action: 'remove' });
  }
  return changes;
}

function takeBack(ports: ClientPorts, file: ClientFile, known: JsonObject): void {
  const { form, path } = file;
  const { disk, store } = ports;
  if (file.hasEntry) {
    changeFile(ports, file, ({ text, mode }) => {
      const left =
        form.format === 'toml'
          ? takeTomlEntry(text, form.container, ENTRY_NAME)
          : takeJsonEntry(text, form.container, ENTRY_NAME, known.isContainerOurs === true);
      const isEmpty = form.format === 'toml' ? left.trim() === '' : isEmptyJson(left);
      if (known.isFileOurs === true && isEmpty) disk.remove(path);
      else replaceFile(disk, path, Buffer.from(left), typeof known.mode === 'number' ? known.mode : mode);
    });
  }
  if (store.list().some(({ name }) => name === form.title)) store.revoke(form.title);
  removeIfThere(disk, backupOf(form, ports.data, ports.platform));
  const { [form.id]: _, ...others } = readRecord(ports);
  writeRecord(ports, others);
}

function present({ exists, folders, platform }: ClientPorts): (readonly [ClientForm, string])[] {
  return clientForms
    .filter((form) => exists(form.folder(folders, platform)))
    .map((form) => [form, fileOf(form, folders, platform)] as const);
}

/** The file, or a sentence why it is left alone. */
function readClientFile(form: ClientForm, path: string, disk: Disk): ClientFile | string {
  let found: ReturnType<Disk['look']>;
  try {
    found = disk.look(path);
  } catch (thrown) {
    return `it cannot be read (${codeOf(thrown) ?? 'unknown'})`;
  }
  if (found.kind === 'link') return `it is a link to ${found.target}; add the entry there by hand`;
  if (found.kind !== 'file' && found.kind !== 'absent') return 'it is not a file';
  const { bytes, mode } = found.kind === 'file' ? found : { bytes: Buffer.alloc(0), mode: 0o600 };
  const text = bytes.toString('utf8');
  const base = { form, path, text, isFileThere: found.kind === 'file', mode };
  if (form.format === 'toml') {
    const read = readTomlEntry(text, form.container, ENTRY_NAME);
    if (read === undefined) return 'it is not valid TOML; it was not changed';
    const { entry } = read;
    const [, key] = /^SALLYPORT_KEY = "([^"]+)"/m.exec(entry ?? '') ?? [];
    return { ...base, hasContainer: true, hasEntry: entry !== undefined, key, command: entry };
  }
  const read = readJsonEntry(text, form.container, ENTRY_NAME);
  if (read === undefined) return 'it is not valid JSON; it was not changed';
  const { entry, hasContainer } = read;
  const env = isRecord(entry) && isRecord(entry.env) ? entry.env : {};
  const key = typeof env.SALLYPORT_KEY === 'string' ? env.SALLYPORT_KEY : undefined;
  const command = isRecord(entry) ? JSON.stringify([entry.command, entry.args]) : undefined;
  return { ...base, hasContainer, hasEntry: entry !== undefined, key, command };
}

/** Whether the entry starts this shim with a valid key. */
function isOurs({ form, key, command = '' }: ClientFile, { store, shim }: ClientPorts): boolean {
  if (key === undefined || store.find(key)?.name !== form.title) return false;
  const words = [shim.command, ...shim.args].map((word) => JSON.stringify(word));
  return words.every((word) => command.includes(word));
}

function mint(store: AgentStore, name: string): { readonly key: string } {
  return store.list().some((agent) => agent.name === name) ? store.rotate(name) : store.add(name);
}

function put(form: ClientForm, text: string, entry: JsonObject): string {
  return form.format === 'toml'
    ? putTomlEntry(text, form.container, ENTRY_NAME, entry)
    : putJsonEntry(text, form.container, ENTRY_NAME, entry);
}

function backupOf({ id }: ClientForm, data: string, platform: Platform): string {
  return pathsOf(platform).join(data, 'backups', `client-${id}`);
}

function recordPath({ data, platform }: ClientPorts): string {
  return pathsOf(platform).join(data, 'clients.json');
}

/** Empty if invalid; then nothing is removed. */
function readRecord(ports: ClientPorts): Readonly<Record<string, JsonObject>> {
  const found = ports.disk.look(recordPath(ports));
  if (found.kind !== 'file') return {};
  const value = parseJson(found.bytes.toString('utf8'));
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([id, known]) => (isRecord(known) ? [[id, known]] : [])),
  );
}

function writeRecord(ports: ClientPorts, record: JsonObject): void {
  const path = recordPath(ports);
  if (Object.keys(record).length === 0) removeIfThere(ports.disk, path);
  else replaceFile(ports.disk, path, Buffer.from(`${JSON.stringify(record, null, 2)}\n`), 0o600);
}

function makeFolders(disk: Disk, path: string, platform: Platform): void {
  if (disk.look(path).kind !== 'absent') return;
  const parent = pathsOf(platform).dirname(path);
  if (parent !== path) makeFolders(disk, parent, platform);
  disk.makeFolder(path);
}
