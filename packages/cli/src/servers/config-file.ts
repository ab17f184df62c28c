// Edits of config.json by command: only the entry in question changes, comments and order stay, and the file is whole
// at every moment.
import { mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { idOf, parseConfig } from '@sallyport/gateway';
import {
  configFileOf,
  createId,
  type Machine,
  type RandomBytes,
  readTextFile,
  replacePrivateFile,
} from '@sallyport/native-host/run-directory';
import { isRecord, type JsonObject, SallyportError } from '@sallyport/protocol';
import { applyEdits, modify, parse } from 'jsonc-parser';

export interface ConfigFile {
  readonly path: string;
  /** The entries as they stand in the file, by name. */
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** The name of the entry that has this name, or whose server is called so. */
  find(name: string): string | undefined;
  /** Undefined takes the entry away. */
  set(name: string, entry: JsonObject | undefined): void;
  setField(name: string, field: string, value: unknown): void;
  /** Writes what was changed, if it can be read again; else nothing is written and this throws. */
  save(): void;
}

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** Throws ERR_INPUT_INVALID for a file that cannot be read: an edit would lose what the user wrote there. */
export function openConfigFile(machine: Machine, random: RandomBytes): ConfigFile {
  const path = configFileOf(machine);
  const before = readTextFile(path);
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
    get entries() {
      return entriesNow();
    },
    find: (name) => [...entriesNow().keys()].find((known) => known === name || idOf(known) === idOf(name)),
    set: (name, entry) => edit([name], entry),
    setField: (name, field, value) => edit([name, field], value),
    save() {
      if (text === before) return;
      parseConfig(text, path);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      // A link to a folder of dotfiles stays a link.
      replacePrivateFile(before === undefined ? path : realpathSync(path), text, createId(random));
    },
  };
}

export function noSuchEntry(name: string, file: ConfigFile): SallyportError {
  const names = [...file.entries.keys()];
  return new SallyportError('ERR_INPUT_INVALID', `There is no server "${name}" in ${file.path}.`, {
    hint:
      names.length === 0 ? 'None is set up: see "sallyport servers add --help".' : `There are: ${names.join(', ')}.`,
  });
}
