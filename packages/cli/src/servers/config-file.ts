// Edits config.json: changes one entry, keeps comments and order, and replaces the file atomically.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { idOf, parseConfig } from '@sallyport/gateway';
import {
  configFileOf,
  createId,
  type Machine,
  readIfPresent,
  replacePrivateFile,
  whileLocked,
} from '@sallyport/native-host/run-directory';
import { isRecord, type JsonObject, SallyportError } from '@sallyport/protocol';
import { applyEdits, modify, parse } from 'jsonc-parser';
import type { CommandContext } from '../context.ts';

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
  { machine, randomBytes, now, pid }: Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>,
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
