// sallyport servers: manages the user's MCP servers. Most subcommands edit config.json, which a running gateway re-reads.
import { changeConfigFile, noSuchEntry } from '@sallyport/gateway';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { notRunning, withRunningGateway } from '../gateway/from-frame.ts';
import { addServer } from '../servers/add.ts';
import { importServers } from '../servers/import.ts';
import { describeServers, readServers, settledServer } from '../servers/list.ts';
import { forgetSignIn, runLogin, runLogout } from '../servers/sign-in.ts';
import { collect, subcommand } from './options.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  const sub = (name: string, summary: string) => subcommand(command, name, summary);
  sub('list', 'show all servers and their state').action(() => runList(frame()));
  sub('add', 'add a server: a command to run, or an address with --url')
    .argument('<name>', 'server name, used as a prefix for tools: NAME/tool')
    .argument('[command...]', 'program and arguments, after --')
    .option('--url <url>', 'address of a remote server')
    .option('--type <type>', 'http or sse (default: detected)')
    .option('--env <NAME=value>', `environment variable to set; \${env:OTHER} copies one from your own`, collect, [])
    .option('--header <Name: value>', 'HTTP header to send to the address', collect, [])
    .option('--cwd <folder>', 'working directory of the program')
    .option('--force', 'replace an entry of the same name')
    .action((name: string, words: string[], options) => addServer({ name, words, ...options }, frame()));
  sub('remove', 'remove a server')
    .argument('<name>')
    .action((name: string) => runChange(name, 'removed', frame()));
  sub('enable', 'run a disabled server again')
    .argument('<name>')
    .action((name: string) => runChange(name, 'enabled', frame()));
  sub('disable', 'keep a server but do not run it')
    .argument('<name>')
    .action((name: string) => runChange(name, 'disabled', frame()));
  sub('restart', 'stop a server and start it again')
    .argument('<name>')
    .action((name: string) => runRestart(name, frame()));
  sub('login', 'sign in to a server, in your browser')
    .argument('<name>')
    .option('--no-open', 'print the address instead of opening it')
    .action((name: string, options) => runLogin(name, options, frame()));
  sub('logout', 'sign out of a server')
    .argument('<name>')
    .action((name: string) => runLogout(name, frame()));
  sub('import', 'copy the servers of Claude Code, Cursor and VS Code')
    .option('--from <client or file>', 'claude, cursor, vscode (default: all) or a file', collect, [])
    .option('--dry-run', 'show what would be added')
    .action((options) => importServers(options, frame()));
  command.action(() => runList(frame()));
}

async function runList(frame: CommandFrame): Promise<void> {
  const servers = await readServers(frame);
  frame.output.result({ servers }, () => describeServers(servers));
}

async function runChange(name: string, change: 'removed' | 'enabled' | 'disabled', frame: CommandFrame): Promise<void> {
  // First, because the entry says where the sign-in is.
  if (change === 'removed') await forgetSignIn(name, frame);
  const found = changeConfigFile(frame, (file) => {
    const known = file.find(name);
    if (known === undefined) throw noSuchEntry(name, file);
    if (change === 'removed') file.set(known, undefined);
    else {
      file.setField(known, 'enabled', change === 'enabled');
      // Other clients write `disabled`, which would contradict `enabled`.
      if (file.entries.get(known)?.disabled !== undefined) file.setField(known, 'disabled', undefined);
    }
    return known;
  });
  const server = change === 'enabled' ? await settledServer(found, frame) : undefined;
  frame.output.result({ [change]: found, server }, () =>
    server === undefined ? `The server "${found}" was ${change}.` : describeServers([server]),
  );
}

async function runRestart(name: string, { output, ...context }: CommandFrame): Promise<void> {
  const answer = await withRunningGateway(context, (control) => control.request('servers.restart', { name }));
  if (answer === undefined) throw notRunning();
  output.result(answer, () => `The server "${name}" was restarted.`);
}
