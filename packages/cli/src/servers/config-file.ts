// Edits of config.json by command: only the entry in question changes, comments and order stay, and the file is whole
// at every moment.
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
  /** As it is now, with what was set. */
  readonly text: string;
  /** The entries as they stand in the file, by name. */
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** The name of the entry that has this name, or whose server is called so. */
  find(name: string): string | undefined;
  /** Undefined takes the entry away. */
  set(name: string, entry: JsonObject | undefined): void;
  setField(name: string, field: string, value: unknown): void;
}

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/**
 * Carries out a change and writes the file, with no other command of ours between; when the change throws, or what it made
 * could not be read again, nothing is written.
 */
export function changeConfigFile<T>(
  { machine, randomBytes, now, pid }: Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>,
  change: (file: ConfigFile) => T,
): T {
  const path = configFileOf(machine);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // A link to a folder of dotfiles stays a link.
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

/** Throws ERR_INPUT_INVALID for a file that cannot be read: an edit would lose what the user wrote there. */
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
    hint: names.length === 0 ? 'There are none: see "sallyport servers add --help".' : `Servers: ${names.join(', ')}.`,
  });
}
