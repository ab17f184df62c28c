// Edits config.json: changes one entry, keeps comments and order, and replaces the file atomically.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  configFileOf,
  createId,
  type Machine,
  type RandomBytes,
  readIfPresent,
  replacePrivateFile,
  whileLocked,
} from '@sallyport/native-host/run-directory';
import { isRecord, type JsonObject, SallyportError } from '@sallyport/protocol';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { parseConfig } from './config.ts';
import { idOf } from './server-spec.ts';

/** Who changes the file. */
export interface ConfigWriter {
  readonly machine: Machine;
  readonly randomBytes: RandomBytes;
  readonly now: () => number;
  readonly pid: number;
}

export interface ConfigFile {
  readonly path: string;
  /** Including the edits so far. */
  readonly text: string;
  /** The entries by name, as written. */
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** The entry with this name or server id. */
  find(name: string): string | undefined;
  /** Undefined removes the entry. */
  set(name: string, entry: JsonObject | undefined): void;
  setField(name: string, field: string, value: unknown): void;
}

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** Changes the file under a lock. Writes nothing when the change throws or its result is not a valid config. */
export function changeConfigFile<T>(
  { machine, randomBytes, now, pid }: ConfigWriter,
  change: (file: ConfigFile) => T,
): T {
  const path = configFileOf(machine);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Writes through a symlink, such as into a dotfiles folder.
  const target = existsSync(path) ? realpathSync(path) : path;
  return whileLocked({ path: target, random: randomBytes, now, pid }, () => {
    const file = openConfigFile(machine);
    const before = file.text;
    const result = change(file);
    if (file.text === before) return result;
    parseConfig(file.text, path);
    replacePrivateFile(target, file.text, createId(randomBytes));
    return result;
  });
}

/** Adds entries of `mcpServers`. Throws for one that exists already, unless it may be replaced, or that is not valid. */
export function addServers(writer: ConfigWriter, entries: JsonObject, { mayReplace = false } = {}): readonly string[] {
  for (const [name, entry] of Object.entries(entries)) checkEntry(name, entry);
  changeConfigFile(writer, (file) => {
    for (const [name, entry] of Object.entries(entries)) {
      const known = file.find(name);
      if (known !== undefined && !mayReplace) {
        throw new SallyportError('ERR_INPUT_INVALID', `A server named "${known}" already exists.`, {
          hint: 'Choose another name, or pass --force to replace it.',
        });
      }
      if (known !== undefined && known !== name) file.set(known, undefined);
      file.set(name, isRecord(entry) ? entry : {});
    }
  });
  return Object.keys(entries);
}

function checkEntry(name: string, entry: unknown): void {
  const [problem] = parseConfig(JSON.stringify({ mcpServers: { [name]: entry } }), 'config.json').servers.problems;
  if (problem === undefined) return;
  throw new SallyportError('ERR_INPUT_INVALID', `The server "${name}" cannot be added: ${problem.problem}.`);
}

/** Throws ERR_INPUT_INVALID for an invalid file, because an edit would lose what the user wrote. */
export function openConfigFile(machine: Machine): ConfigFile {
  const path = configFileOf(machine);
  const before = readIfPresent(path);
  parseConfig(before, path);
  let text = before === undefined || before.trim() === '' ? '{}\n' : before;
  const entriesNow = () => {
    const root: unknown = parse(text, [], { allowTrailingComma: true });
    const servers = isRecord(root) && isRecord(root.mcpServers) ? root.mcpServers : {};
    return new Map(Object.entries(servers).flatMap(([name, entry]) => (isRecord(entry) ? [[name, entry]] : [])));
  };
  const edit = (at: string[], value: unknown) => {
    text = applyEdits(text, modify(text, ['mcpServers', ...at], value, { formattingOptions }));
  };
  return {
    path,
    get text() {
      return text;
    },
    get entries() {
      return entriesNow();
    },
    find: (name) => [...entriesNow().keys()].find((known) => known === name || idOf(known) === idOf(name)),
    set: (name, entry) => edit([name], entry),
    setField: (name, field, value) => edit([name, field], value),
  };
}

export function noSuchEntry(name: string, file: ConfigFile): SallyportError {
  const names = [...file.entries.keys()];
  return new SallyportError('ERR_INPUT_INVALID', `There is no server "${name}" in ${file.path}.`, {
    hint: names.length === 0 ? 'No servers yet: see "sallyport servers add --help".' : `Servers: ${names.join(', ')}.`,
  });
}
