// All commands in the order of the help. The code of a command is loaded only when it runs.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';

/** Adds options, arguments and the action, which calls `frame` when it runs: only then is `--json` known. */
type DefineCommand = (command: Command, frame: () => CommandFrame) => void;

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly define: DefineCommand }>;
}

const entry = (name: string, summary: string, load: CommandEntry['load']): CommandEntry => ({ name, summary, load });

export const commands: readonly CommandEntry[] = [
  entry('up', 'open a browser for agents and run a first call in it', () => import('./up.ts')),
  entry('mcp', 'run the MCP server for agents on stdin and stdout', () => import('./mcp.ts')),
  entry('serve', 'run the gateway in the foreground and serve MCP over HTTP', () => import('./serve.ts')),
  entry('status', 'show connected agents, browsers, editors and servers', () => import('./status.ts')),
  entry('doctor', 'check the whole connection and report what is broken', () => import('./doctor.ts')),
  entry('tools', 'list all tools and approve changed ones', () => import('./tools.ts')),
  entry('call', 'call one tool from the command line', () => import('./call.ts')),
  entry('servers', 'manage MCP servers: list, add, import, sign in, restart, remove', () => import('./servers.ts')),
  entry('grants', 'show and change what web pages and agents may do', () => import('./grants.ts')),
  entry('journal', 'show what happened: calls, permissions, server starts', () => import('./journal.ts')),
  entry('logs', 'show the logs of Sallyport itself', () => import('./logs.ts')),
  entry('stop', 'stop the gateway, or stop one agent until you resume it', () => import('./stop.ts')),
  entry('resume', 'let an agent, or the gateway, go on after "stop"', () => import('./resume.ts')),
  entry('agents', 'manage the keys of agents, and which tools each agent is offered', () => import('./agents.ts')),
  entry('secrets', 'keep passwords that agents type by name: add, list, remove', () => import('./secrets.ts')),
  entry(
    'remote',
    'let agents on another computer use this one, over SSH: add, list, remove',
    () => import('./remote.ts'),
  ),
  entry('install', 'set up the browsers and agents of this machine to use Sallyport', () => import('./install.ts')),
  entry('uninstall', 'undo the installation and restore what was there before', () => import('./uninstall.ts')),
];
