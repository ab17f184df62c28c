// Adds our entry, with its own key, to the config files of MCP clients, and removes it again.
import type { AgentStore } from '@sallyport/gateway';
import type { JsonObject } from '@sallyport/protocol';
import type { Folders } from '../browsers.ts';
import { digestOf, explainDiskFault, replaceFile } from '../disk.ts';
import { bytesOf, type ClientFile, readClientFile } from './client-file.ts';
import { forget, originalOf, type RecordPlace, readRecord, remember } from './client-record.ts';
import { type ClientForm, clientForms, ENTRY_NAME, fileOf, type ShimCommand } from './forms.ts';
import { isEmptyJson, putJsonEntry, removeJsonEntry } from './json-entry.ts';
import { putTomlEntry, removeTomlEntry } from './toml-entry.ts';

export interface ClientPorts extends RecordPlace {
  readonly exists: (path: string) => boolean;
  /** Takes the file's lock: VS Code windows change these files too. */
  readonly alone: <T>(path: string, change: () => T) => T;
  readonly folders: Folders;
  readonly store: AgentStore;
  /** Without a key. */
  readonly shim: ShimCommand;
}

export interface ClientChange {
  readonly client: string;
  readonly path: string;
  /** `leave`: it is not changed, for the reason in `note`. */
  readonly action: 'create' | 'replace' | 'keep' | 'remove' | 'leave';
  readonly note?: string;
  /** What the user can add by hand instead. */
  readonly entry?: string;
}

const OWN_ENTRY = `it has an entry "${ENTRY_NAME}" that Sallyport did not write; rename or remove that one first`;

/** What would change. Skips clients that are not installed. */
export function planClients(ports: ClientPorts): ClientChange[] {
  return presentClients(ports).map(([form, path]) => {
    const file = readClientFile(form, path, ports.disk, ports.platform);
    if (typeof file === 'string') return leave(ports, form, path, file);
    if (file.hasEntry && !isOurEntry(file, ports)) return leave(ports, form, path, OWN_ENTRY);
    if (isPrivate(file, ports) && isCurrent(file, ports)) return { client: form.title, path, action: 'keep' };
    return { client: form.title, path, action: file.hasEntry ? 'replace' : 'create' };
  });
}

export function applyClients(ports: ClientPorts): ClientChange[] {
  return planClients(ports).map((change) => {
    const form = clientForms.find(({ title }) => title === change.client);
    if (form === undefined || (change.action !== 'create' && change.action !== 'replace')) return change;
    try {
      changeFile(ports, form, change.path, (file) => write(ports, file));
      return change;
    } catch (thrown) {
      const { message } = explainDiskFault(thrown, change.path);
      return leave(ports, form, change.path, message.replace(/\.$/, ''));
    }
  });
}

function write(ports: ClientPorts, file: ClientFile): void {
  const { form, key } = file;
  // An open agent goes on with its key. One that others could read is replaced.
  const agent = agentOf(file, ports);
  const kept = key !== undefined && isPrivate(file, ports) && hasKey(file, ports) ? key : mint(ports.store, agent);
  const entry = form.entry({ ...ports.shim, env: { ...ports.shim.env, SALLYPORT_KEY: kept } });
  const bytes = bytesOf(put(form, file.text, entry), file);
  remember(ports, file, bytes, agent);
  replaceFile(ports.disk, file.path, bytes, privately(file.mode));
}

/** Only the owner may read a file with a key. */
function privately(mode: number): number {
  return mode & 0o700;
}

/** Windows has no modes. */
function isPrivate({ mode }: ClientFile, { platform }: ClientPorts): boolean {
  return platform === 'win32' || privately(mode) === mode;
}

/** Reads the file under its lock, since it may have changed. */
function changeFile(ports: ClientPorts, form: ClientForm, path: string, change: (now: ClientFile) => void): void {
  const read = () => readClientFile(form, path, ports.disk, ports.platform);
  const first = read();
  if (typeof first === 'string') return;
  ports.alone(first.path, () => {
    const now = read();
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
    if (known === undefined) continue;
    const path = fileOf(form, ports.folders, ports.platform);
    const file = readClientFile(form, path, ports.disk, ports.platform);
    const note =
      typeof file === 'string' ? file : file.hasEntry && file.key === undefined ? 'its entry was changed' : '';
    if (typeof file === 'string' || note !== '') {
      changes.push({ client: form.title, path, action: 'leave', note });
      continue;
    }
    if (!isDryRun) takeBack(ports, form, path, known);
    changes.push({ client: form.title, path, action: 'remove' });
  }
  return changes;
}

function takeBack(ports: ClientPorts, form: ClientForm, path: string, known: JsonObject): void {
  const { store } = ports;
  changeFile(ports, form, path, (file) => {
    if (file.hasEntry) restore(ports, file, known);
  });
  const agent = recordedAgent(form, known);
  if (store.list().some(({ name }) => name === agent)) store.revoke(agent);
  forget(form, ports);
}

/** The file as it was; if somebody else has written it since, only our entry goes. */
function restore(ports: ClientPorts, file: ClientFile, known: JsonObject): void {
  const { disk } = ports;
  const mode = typeof known.mode === 'number' ? known.mode : file.mode;
  const original = originalOf(file.form, ports);
  const isUntouched = known.written === digestOf(file.bytes);
  const left = take(file, known, original);
  const isEmpty = file.form.format === 'toml' ? left.trim() === '' : isEmptyJson(left);
  if (known.isFileOurs === true && isEmpty) disk.remove(file.path);
  else if (isUntouched && original !== undefined) replaceFile(disk, file.path, original, mode);
  else replaceFile(disk, file.path, bytesOf(left, file), mode);
}

function take({ form, text }: ClientFile, known: JsonObject, original: Buffer | undefined): string {
  if (form.format === 'json') return removeJsonEntry(text, form.container, ENTRY_NAME, known.isContainerOurs === true);
  const isNewlineOurs = original !== undefined && original.length > 0 && !original.toString('utf8').endsWith('\n');
  return removeTomlEntry(text, form.container, ENTRY_NAME, isNewlineOurs);
}

export function presentClients({ exists, folders, platform }: ClientPorts): (readonly [ClientForm, string])[] {
  return clientForms
    .map((form) => [form, fileOf(form, folders, platform)] as const)
    .filter(([form, file]) => exists(form.folder(folders, platform)) || exists(file));
}

/** With the entry that the user can add; it has no key, since nobody may be there to take one. */
function leave({ shim }: ClientPorts, form: ClientForm, path: string, note: string): ClientChange {
  const entry = put(form, '', form.entry(shim)).trimEnd();
  return { client: form.title, path, action: 'leave', note, entry };
}

/** Whether we wrote the entry: it has a key of ours, also one that was rotated since. */
export function isOurEntry(file: ClientFile, ports: ClientPorts): boolean {
  return file.key !== undefined && (readRecord(ports)[file.form.id] !== undefined || hasKey(file, ports));
}

function hasKey({ form, key }: ClientFile, ports: ClientPorts): boolean {
  return key !== undefined && ports.store.find(key)?.name === recordedAgent(form, readRecord(ports)[form.id]);
}

function recordedAgent({ title }: ClientForm, known: JsonObject | undefined): string {
  return typeof known?.agent === 'string' ? known.agent : title;
}

/** The agent of this entry. One that the user named like the client keeps its key: ours gets the next free name. */
function agentOf(file: ClientFile, ports: ClientPorts): string {
  const { form } = file;
  const known = readRecord(ports)[form.id];
  if (known !== undefined || hasKey(file, ports)) return recordedAgent(form, known);
  const taken = new Set(ports.store.list().map(({ name }) => name));
  let name = form.title;
  for (let number = 2; taken.has(name); number += 1) name = `${form.title} ${number}`;
  return name;
}

/** Whether the entry starts this shim with a valid key. */
function isCurrent(file: ClientFile, ports: ClientPorts): boolean {
  const { shim } = ports;
  const words = [shim.command, ...shim.args].map((word) => JSON.stringify(word));
  return hasKey(file, ports) && words.every((word) => file.command?.includes(word));
}

function mint(store: AgentStore, name: string): string {
  const isKnown = store.list().some((agent) => agent.name === name);
  return (isKnown ? store.rotate(name) : store.add(name)).key;
}

function put(form: ClientForm, text: string, entry: JsonObject): string {
  return form.format === 'toml'
    ? putTomlEntry(text, form.container, ENTRY_NAME, entry)
    : putJsonEntry(text, form.container, ENTRY_NAME, entry);
}
