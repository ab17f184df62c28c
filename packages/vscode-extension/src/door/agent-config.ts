// Adds, updates and removes the entry in ~/.claude.json by which Claude Code finds this window.
import {
  chmodSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createId, type RandomBytes, readIfPresent, whileLocked } from '@sallyport/native-host/run-directory';
import { isRecord, limits } from '@sallyport/protocol';
import { applyEdits, modify } from 'jsonc-parser';
import { CONFIG_ENTRY, GATEWAY_CONFIG_ENTRY } from '../names.ts';

export interface EntryOptions {
  /** Path of the client's config. */
  readonly file: string;
  readonly port: number;
  /** Without it the entry has no header. */
  readonly token: string | undefined;
  readonly mode: 'auto' | 'always' | 'never';
  /** The window's first folder. If another window has the global entry, ours goes into this project's. */
  readonly project?: string | undefined;
  /** Whether another open window listens at this port. */
  readonly isTaken?: ((port: number) => boolean) | undefined;
  readonly pid: number;
  readonly random: RandomBytes;
  readonly now: () => number;
}

/** What was done, for the log. */
export type EntryOutcome =
  | 'created'
  | 'updated'
  | 'tightened'
  | 'unchanged'
  | 'removed'
  | 'malformed'
  | 'gateway'
  | 'others'
  | 'off';

export function putEntry(options: EntryOptions): EntryOutcome {
  if (options.mode === 'never') return 'off';
  return untilWritten(options, () => tryPut(options));
}

function tryPut(options: EntryOptions): EntryOutcome | undefined {
  const found = readConfig(options.file);
  if (found === 'malformed') return 'malformed';
  const config = withoutOldAddresses(found ?? { text: '{}', value: {} });
  const place = placeFor(config.value, options);
  const entry = entryFor(options);
  const isRight = typeof place === 'string' || JSON.stringify(valueAt(config.value, place)) === JSON.stringify(entry);
  const text = isRight ? config.text : change(config.text, place, entry);
  if (found === undefined || text !== found.text) {
    if (!replace(options, found?.text, text)) return undefined;
    return found === undefined ? 'created' : 'updated';
  }
  if (typeof place === 'string') return place;
  return makePrivate(options) ? 'tightened' : 'unchanged';
}

/** Where the entry goes, or why there is none. Claude Code prefers a project's entry to the global one. */
function placeFor(config: unknown, options: EntryOptions): string[] | 'gateway' | 'others' {
  const { project, isTaken, port, mode } = options;
  // The agent already reaches the editor through the gateway.
  if (mode === 'auto' && valueAt(config, ['mcpServers', GATEWAY_CONFIG_ENTRY]) !== undefined) return 'gateway';
  const common = valueAt(config, ['mcpServers', CONFIG_ENTRY]);
  const others = isRecord(common) && typeof common.url === 'string' ? /:(\d+)\/mcp$/.exec(common.url)?.[1] : undefined;
  const isOthers = others !== undefined && Number(others) !== port && isTaken?.(Number(others)) === true;
  if (!isOthers) return ['mcpServers', CONFIG_ENTRY];
  return project === undefined ? 'others' : ['projects', project, 'mcpServers', CONFIG_ENTRY];
}

/** Removes the entry of this port only: another window may have replaced it. */
export function removeEntry(options: RemovalOptions): EntryOutcome {
  return untilWritten(options, () => tryRemove(options));
}

type RemovalOptions = Pick<EntryOptions, 'file' | 'port' | 'project' | 'pid' | 'random' | 'now'>;

function tryRemove(options: RemovalOptions): EntryOutcome | undefined {
  const config = readConfig(options.file);
  if (config === undefined) return 'unchanged';
  if (config === 'malformed') return 'malformed';
  const places = [['mcpServers', CONFIG_ENTRY]];
  if (options.project !== undefined) places.push(['projects', options.project, 'mcpServers', CONFIG_ENTRY]);
  const own = places.filter((place) => {
    const entry = valueAt(config.value, place);
    return isRecord(entry) && (entry.url === urlOf(options.port) || localhostPort(entry) === options.port);
  });
  if (own.length === 0) return 'unchanged';
  const without = own.reduce((text, place) => change(text, place, undefined), config.text);
  return replace(options, config.text, without) ? 'removed' : undefined;
}

function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce((found: unknown, key) => (isRecord(found) ? found[key] : undefined), value);
}

function entryFor({ port, token }: EntryOptions): Record<string, unknown> {
  const headers = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
  return { type: 'http', url: urlOf(port), ...headers };
}

/** By address, because `localhost` may be [::1], where another user's program could receive the token. */
export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}

/** The port of an entry that an earlier version wrote with `localhost`. */
function localhostPort(entry: unknown): number | undefined {
  const url = isRecord(entry) && typeof entry.url === 'string' ? entry.url : '';
  const port = /^http:\/\/localhost:(\d+)\/mcp$/.exec(url)?.[1];
  return port === undefined ? undefined : Number(port);
}

/** Replaces `localhost` in the entries of earlier versions, global and per project. */
function withoutOldAddresses({ text, value }: Config): Config {
  const projects = isRecord(value) && isRecord(value.projects) ? Object.keys(value.projects) : [];
  const places = [[], ...projects.map((project) => ['projects', project])].map((at) => [
    ...at,
    'mcpServers',
    CONFIG_ENTRY,
  ]);
  const changed = places.reduce((before, place) => {
    const port = localhostPort(valueAt(value, place));
    return port === undefined ? before : change(before, [...place, 'url'], urlOf(port));
  }, text);
  return { text: changed, value: JSON.parse(changed) };
}

interface Config {
  readonly text: string;
  readonly value: unknown;
}

/** Undefined when there is no file. */
function readConfig(file: string): Config | 'malformed' | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return 'malformed';
  }
  try {
    const value: unknown = JSON.parse(text);
    const isValid = isRecord(value) && (value.mcpServers === undefined || isRecord(value.mcpServers));
    return isValid ? { text, value } : 'malformed';
  } catch {
    return 'malformed';
  }
}

/** Edits the text in place, so that everything else stays unchanged. */
function change(text: string, place: readonly string[], entry: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  return applyEdits(text, modify(text, [...place], entry, { formattingOptions }));
}

/** Windows and the installer take the lock. Claude Code does not, so an attempt is repeated if the file changed. */
function untilWritten(
  { file, pid, random, now }: RemovalOptions,
  attempt: () => EntryOutcome | undefined,
): EntryOutcome {
  return whileLocked({ path: file, pid, random, now, waitMs: limits.runDirectory.lockWaitInEditorMs }, () => {
    for (let n = 0; n < ATTEMPTS; n += 1) {
      const outcome = attempt();
      if (outcome !== undefined) return outcome;
    }
    throw new Error('another program keeps changing it');
  });
}

const ATTEMPTS = 10;

/**
 * Atomic, through a symlink, and with the same mode, but private where a token is written. False when the file has changed
 * since `before`, so that no change is lost.
 */
function replace(
  { file, random, token }: RemovalOptions & Partial<EntryOptions>,
  before: string | undefined,
  text: string,
): boolean {
  const target = isLink(file) ? realpathSync(file) : file;
  const temporary = `${target}.sallyport-${createId(random)}`;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
  writeFileSync(temporary, text, { mode: mode & (token === undefined ? 0o777 : 0o700), flag: 'wx' });
  try {
    const isUnchanged = readIfPresent(target) === before;
    if (isUnchanged) renameSync(temporary, target);
    else unlinkSync(temporary);
    return isUnchanged;
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
}

/** Makes a file with a token private. True when others had access. */
function makePrivate({ file, token }: EntryOptions): boolean {
  const mode = statSync(file).mode & 0o777;
  if (token === undefined || (mode & 0o077) === 0) return false;
  chmodSync(file, mode & 0o700);
  // On Windows the mode does not change.
  return (statSync(file).mode & 0o077) === 0;
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
