// The entry by which Claude Code finds this window, in ~/.claude.json: put there, left alone when right, taken away again.
import { lstatSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { isRecord } from '@sallyport/protocol';
import { applyEdits, modify } from 'jsonc-parser';
import { CONFIG_ENTRY, GATEWAY_CONFIG_ENTRY } from '../names.ts';

export interface EntryOptions {
  /** Path of the client's config. */
  readonly file: string;
  readonly port: number;
  /** Without one the entry has no header. */
  readonly token: string | undefined;
  readonly mode: 'auto' | 'always' | 'never';
  /** Keeps two writers' temporary files apart. */
  readonly nonce: string;
}

/** What was done, as the output channel tells it. */
export type EntryOutcome = 'created' | 'updated' | 'unchanged' | 'removed' | 'malformed' | 'gateway' | 'off';

export function putEntry(options: EntryOptions): EntryOutcome {
  if (options.mode === 'never') return 'off';
  const config = readConfig(options.file);
  if (config === 'malformed') return 'malformed';
  const servers = serversOf(config?.value);
  if (servers === 'malformed') return 'malformed';
  // One entry only: through the gateway the agent has the editor too.
  if (options.mode === 'auto' && GATEWAY_CONFIG_ENTRY in servers) return 'gateway';
  const entry = entryFor(options);
  if (isSame(servers[CONFIG_ENTRY], entry)) return 'unchanged';
  write(options, change(config?.text ?? '{}', entry));
  return config === undefined ? 'created' : 'updated';
}

/** Takes away the entry of this port; another window may have put its own there since. */
export function removeEntry(options: Pick<EntryOptions, 'file' | 'port' | 'nonce'>): EntryOutcome {
  const config = readConfig(options.file);
  if (config === undefined) return 'unchanged';
  if (config === 'malformed') return 'malformed';
  const servers = serversOf(config.value);
  if (servers === 'malformed') return 'malformed';
  const entry = servers[CONFIG_ENTRY];
  if (!isRecord(entry) || entry.url !== urlOf(options.port)) return 'unchanged';
  write(options, change(config.text, undefined));
  return 'removed';
}

function entryFor({ port, token }: EntryOptions): Record<string, unknown> {
  const headers = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
  return { type: 'http', url: urlOf(port), ...headers };
}

export function urlOf(port: number): string {
  return `http://localhost:${port}/mcp`;
}

/** Undefined when there is no file. */
function readConfig(file: string): { readonly text: string; readonly value: unknown } | 'malformed' | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return 'malformed';
  }
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { text, value } : 'malformed';
  } catch {
    return 'malformed';
  }
}

function serversOf(config: unknown): Record<string, unknown> | 'malformed' {
  const servers = isRecord(config) ? config.mcpServers : undefined;
  if (servers === undefined) return {};
  return isRecord(servers) ? servers : 'malformed';
}

/** Edits the text in place: order, indentation and numbers of everything else stay as they are. */
function change(text: string, entry: Record<string, unknown> | undefined): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  return applyEdits(text, modify(text, ['mcpServers', CONFIG_ENTRY], entry, { formattingOptions }));
}

/** To a temporary file beside it, then renamed; a link stays a link, and the mode stays what it was. */
function write({ file, nonce }: { readonly file: string; readonly nonce: string }, text: string): void {
  const target = isLink(file) ? realpathSync(file) : file;
  const temporary = `${target}.sallyport-${nonce}`;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
  writeFileSync(temporary, text, { mode: mode & 0o777, flag: 'wx' });
  try {
    renameSync(temporary, target);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
