// What `install` remembers of each client's file, so that `uninstall` can restore it: `clients.json` and backups.
import { isRecord, type JsonObject, parseJson } from '@sallyport/protocol';
import type { Platform } from '../browsers.ts';
import { type Disk, digestOf, removeIfThere, replaceFile } from '../disk.ts';
import { pathsOf } from '../present.ts';
import type { ClientFile } from './client-file.ts';
import type { ClientForm } from './forms.ts';

export interface RecordPlace {
  readonly disk: Disk;
  readonly platform: Platform;
  /** The data folder. */
  readonly data: string;
}

/** Remembers the file as it is before our first change, what we are about to write, and the agent whose key it has. */
export function remember(place: RecordPlace, file: ClientFile, written: Buffer, agent: string): void {
  const { disk, data, platform } = place;
  const { form } = file;
  const known = readRecord(place)[form.id];
  const backup = backupOf(form, place);
  if (file.isFileThere && known === undefined) {
    makeFolders(disk, pathsOf(platform).dirname(backup), platform);
    removeIfThere(disk, backup);
    disk.writeNew(backup, file.bytes, 0o600);
  }
  makeFolders(disk, data, platform);
  const before = known ?? {
    isFileOurs: !file.isFileThere,
    isContainerOurs: !file.hasContainer,
    mode: file.mode,
    ...(agent === form.title ? {} : { agent }),
  };
  // The backup may replace the file only if nobody else has written it since our first change.
  const isUntouched = known === undefined || known.written === digestOf(file.bytes);
  const { written: _, ...rest } = before;
  writeRecord(place, {
    ...readRecord(place),
    [form.id]: isUntouched ? { ...rest, written: digestOf(written) } : rest,
  });
}

/** The bytes before our first change. */
export function originalOf(form: ClientForm, place: RecordPlace): Buffer | undefined {
  const found = place.disk.look(backupOf(form, place));
  return found.kind === 'file' ? found.bytes : undefined;
}

export function forget(form: ClientForm, place: RecordPlace): void {
  removeIfThere(place.disk, backupOf(form, place));
  const { [form.id]: _, ...others } = readRecord(place);
  writeRecord(place, others);
}

/** By client id. Empty if invalid; then nothing is removed. */
export function readRecord(place: RecordPlace): Readonly<Record<string, JsonObject>> {
  const found = place.disk.look(recordPath(place));
  if (found.kind !== 'file') return {};
  const value = parseJson(found.bytes.toString('utf8'));
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([id, known]) => (isRecord(known) ? [[id, known]] : [])),
  );
}

function writeRecord(place: RecordPlace, record: JsonObject): void {
  const path = recordPath(place);
  if (Object.keys(record).length === 0) removeIfThere(place.disk, path);
  else replaceFile(place.disk, path, Buffer.from(`${JSON.stringify(record, null, 2)}\n`), 0o600);
}

function backupOf({ id }: ClientForm, { data, platform }: RecordPlace): string {
  return pathsOf(platform).join(data, 'backups', `client-${id}`);
}

function recordPath({ data, platform }: RecordPlace): string {
  return pathsOf(platform).join(data, 'clients.json');
}

function makeFolders(disk: Disk, path: string, platform: Platform): void {
  if (disk.look(path).kind !== 'absent') return;
  const parent = pathsOf(platform).dirname(path);
  if (parent !== path) makeFolders(disk, parent, platform);
  disk.makeFolder(path);
}
