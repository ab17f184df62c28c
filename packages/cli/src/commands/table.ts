// Every command, in the order of the help. One line each: a command's code is loaded when it is called, not before.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';

/** Adds options, arguments and the action; `frame` is called when the action runs, since only then `--json` is known. */
type DefineCommand = (command: Command, frame: () => CommandFrame) => void;

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'up',
    summary: 'open a browser that agents may use, and show a first call',
    load: async () => (await import('./up.ts')).defineUp,
  },
  {
    name: 'mcp',
    summary: 'let an agent in: MCP on stdin and stdout',
    load: async () => (await import('./mcp.ts')).defineMcp,
  },
  {
    name: 'serve',
    summary: 'run the gateway in the foreground, with its HTTP door',
    load: async () => (await import('./serve.ts')).defineServe,
  },
  {
    name: 'status',
    summary: 'show who is connected',
    load: async () => (await import('./status.ts')).defineStatus,
  },
  {
    name: 'doctor',
    summary: 'look at every hop and name the broken one',
    load: async () => (await import('./doctor.ts')).defineDoctor,
  },
  {
    name: 'tools',
    summary: 'list what can be called',
    load: async () => (await import('./tools.ts')).defineTools,
  },
  {
    name: 'call',
    summary: 'call one tool by hand',
    load: async () => (await import('./call.ts')).defineCall,
  },
  {
    name: 'servers',
    summary: 'list, add, import, sign in at, restart or remove MCP servers',
    load: async () => (await import('./servers.ts')).defineServers,
  },
  {
    name: 'grants',
    summary: 'see and change what web pages and agents may do',
    load: async () => (await import('./grants.ts')).defineGrants,
  },
  {
    name: 'journal',
    summary: 'see what happened',
    load: async () => (await import('./journal.ts')).defineJournal,
  },
  {
    name: 'logs',
    summary: 'see what the parts of Sallyport wrote about themselves',
    load: async () => (await import('./logs.ts')).defineLogs,
  },
  {
    name: 'stop',
    summary: 'end the gateway, or the stay of one agent',
    load: async () => (await import('./stop.ts')).defineStop,
  },
  {
    name: 'agents',
    summary: 'list, add and revoke the keys of agents, and switch their families of tools',
    load: async () => (await import('./agents.ts')).defineAgents,
  },
  {
    name: 'install',
    summary: 'let the browsers and agents of this machine use Sallyport',
    load: async () => (await import('./install.ts')).defineInstall,
  },
  {
    name: 'uninstall',
    summary: 'take the installation back and restore what was there before',
    load: async () => (await import('./uninstall.ts')).defineUninstall,
  },
];
