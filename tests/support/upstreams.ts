// Entries of config.json for real MCP servers, and the writing of that file into a test's home.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../upstreams/node_modules/@modelcontextprotocol/', import.meta.url));

export const upstreams = {
  everything: join(folder, 'server-everything', 'dist', 'index.js'),
  filesystem: join(folder, 'server-filesystem', 'dist', 'index.js'),
  memory: join(folder, 'server-memory', 'dist', 'index.js'),
} as const;

/** The fixture that breaks in every way a server can; its arguments say how. */
export const fixtureServer = fileURLToPath(new URL('./servers/fixture-server.mjs', import.meta.url));

const hostileServer = fileURLToPath(new URL('./servers/hostile-server.mjs', import.meta.url));

export type Entry = Readonly<Record<string, unknown>>;

export function everything(): Entry {
  return { command: process.execPath, args: [upstreams.everything, 'stdio'] };
}

/** `home` stands among the arguments, so that the test's own look at the process table finds the server. */
export function fixture(home: string, ...ways: string[]): Entry {
  return { command: process.execPath, args: [fixtureServer, `--of=${home}`, ...ways] };
}

/** A server that means harm; `home` as above. */
export function hostile(home: string, ...ways: string[]): Entry {
  return { command: process.execPath, args: [hostileServer, `--of=${home}`, ...ways] };
}

export function writeConfig(home: string, mcpServers: Readonly<Record<string, Entry>>, more: Entry = {}): void {
  writeFileSync(join(home, 'config.json'), JSON.stringify({ ...more, mcpServers }, null, 2));
}
