// Every command, in the order of the help. One line each: a command's code is loaded when it is called, not before.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';

/** Adds options, arguments and the action; `frame` is called when the action runs, since only then `--json` is known. */
type DefineCommand = (command: Command, frame: () => CommandFrame) => void;

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly define: DefineCommand }>;
}

const entry = (name: string, summary: string, load: CommandEntry['load']): CommandEntry => ({ name, summary, load });

export const commands: readonly CommandEntry[] = [
  entry('up', 'open a browser that agents may use, and show a first call', () => import('./up.ts')),
  entry('mcp', 'let an agent in: MCP on stdin and stdout', () => import('./mcp.ts')),
  entry('serve', 'run the gateway in the foreground, with its HTTP door', () => import('./serve.ts')),
  entry('status', 'show who is connected', () => import('./status.ts')),
  entry('doctor', 'look at every hop and name the broken one', () => import('./doctor.ts')),
  entry('tools', 'list what can be called', () => import('./tools.ts')),
  entry('call', 'call one tool by hand', () => import('./call.ts')),
  entry('servers', 'list, add, import, sign in at, restart or remove MCP servers', () => import('./servers.ts')),
  entry('grants', 'see and change what web pages and agents may do', () => import('./grants.ts')),
  entry('journal', 'see what happened', () => import('./journal.ts')),
  entry('logs', 'see what the parts of Sallyport wrote about themselves', () => import('./logs.ts')),
  entry('stop', 'end the gateway, or the stay of one agent', () => import('./stop.ts')),
  entry(
    'agents',
    'list, add and revoke the keys of agents, and switch their families of tools',
    () => import('./agents.ts'),
  ),
  entry('install', 'let the browsers and agents of this machine use Sallyport', () => import('./install.ts')),
  entry('uninstall', 'take the installation back and restore what was there before', () => import('./uninstall.ts')),
];
