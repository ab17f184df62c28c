// The MCP clients that `install` can set up: where each keeps its servers, and in which format.
import type { JsonObject } from '@sallyport/protocol';
import type { Folders, Platform } from '../browsers.ts';
import { pathsOf } from '../present.ts';

/** Starts the shim. */
export interface ShimCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ClientForm {
  readonly id: string;
  /** Also the agent's name in the journal and in questions. */
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The key that holds the servers by name. */
  readonly container: string;
  /** Exists if the client is installed. */
  readonly folder: (folders: Folders, platform: Platform) => string;
  /** Relative to that folder. */
  readonly file: string;
  readonly entry: (shim: ShimCommand) => JsonObject;
}

/** The name of our entry in every client. */
export const ENTRY_NAME = 'sallyport';

const plain = ({ command, args, env }: ShimCommand): JsonObject => ({ command, args, env });
const typed = (shim: ShimCommand): JsonObject => ({ type: 'stdio', ...plain(shim) });
const inHome = (name: string) => (folders: Folders, platform: Platform) => pathsOf(platform).join(folders.home, name);

/** Most clients use JSON with a plain entry, in a folder of the home. */
function client(id: string, title: string, folder: string, file: string, rest: Partial<ClientForm> = {}): ClientForm {
  return { id, title, format: 'json', container: 'mcpServers', folder: inHome(folder), file, entry: plain, ...rest };
}

function codeUserFolder(folders: Folders, platform: Platform): string {
  const base = { linux: folders.config, darwin: folders.support, win32: folders.roaming }[platform];
  return pathsOf(platform).join(base, 'Code', 'User');
}

export const clientForms: readonly ClientForm[] = [
  // Beside its folder, not in it.
  client('claude-code', 'Claude Code', '.claude', '../.claude.json', { entry: typed }),
  client('codex', 'Codex', '.codex', 'config.toml', { format: 'toml', container: 'mcp_servers' }),
  client('gemini', 'Gemini CLI', '.gemini', 'settings.json'),
  client('cursor', 'Cursor', '.cursor', 'mcp.json'),
  client('vscode', 'VS Code', '', 'mcp.json', { container: 'servers', folder: codeUserFolder, entry: typed }),
];

export function fileOf(form: ClientForm, folders: Folders, platform: Platform): string {
  return pathsOf(platform).join(form.folder(folders, platform), form.file);
}
