// The clients that `install` can set up: where each keeps its servers, and in which form.
import type { JsonObject } from '@sallyport/protocol';
import type { Folders, Platform } from '../browsers.ts';
import { pathsOf } from '../present.ts';

/** What starts the shim, and what it must find in its environment. */
export interface ShimCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ClientForm {
  readonly id: string;
  /** Also the name of the agent, in journal and questions. */
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The key that holds all servers, each by its name. */
  readonly container: string;
  /** The folder that shows that the client is used here. */
  readonly folder: (folders: Folders, platform: Platform) => string;
  /** Within that folder, or relative to it. */
  readonly file: string;
  readonly entry: (shim: ShimCommand) => JsonObject;
}

/** The name of our entry in every client. */
export const ENTRY_NAME = 'sallyport';

const plain = ({ command, args, env }: ShimCommand): JsonObject => ({ command, args, env });
const typed = (shim: ShimCommand): JsonObject => ({ type: 'stdio', ...plain(shim) });
const inHome = (name: string) => (folders: Folders, platform: Platform) => pathsOf(platform).join(folders.home, name);

export const clientForms: readonly ClientForm[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    container: 'mcpServers',
    folder: inHome('.claude'),
    // Beside its folder, not in it.
    file: '../.claude.json',
    entry: typed,
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    container: 'mcp_servers',
    folder: inHome('.codex'),
    file: 'config.toml',
    entry: plain,
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    container: 'mcpServers',
    folder: inHome('.gemini'),
    file: 'settings.json',
    entry: plain,
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    container: 'mcpServers',
    folder: inHome('.cursor'),
    file: 'mcp.json',
    entry: plain,
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    container: 'servers',
    folder(folders, platform) {
      const base = { linux: folders.config, darwin: folders.support, win32: folders.roaming }[platform];
      return pathsOf(platform).join(base, 'Code', 'User');
    },
    file: 'mcp.json',
    entry: typed,
  },
];

export function fileOf(form: ClientForm, folders: Folders, platform: Platform): string {
  return pathsOf(platform).join(form.folder(folders, platform), form.file);
}
