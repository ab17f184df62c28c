// sallyport remote: lets agents on other computers use this one, over SSH; adds, lists and removes hosts.
import { type Remote, removalArguments } from '@sallyport/gateway';
import { recordsIn, SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { messageOf } from '../doctor/message-of.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { addRemote } from '../remote/add-remote.ts';
import { openRemoteStore } from '../remote/remote-store.ts';
import { runSsh } from '../remote/run-ssh.ts';
import { openAgentStore } from './agent-store.ts';
import { subcommand } from './options.ts';

const REMOVAL_MS = 30_000;

export function define(command: Command, frame: () => CommandFrame): void {
  const sub = (name: string, summary: string) =>
    subcommand(command, name, summary).option('--json', 'print JSON instead of text');
  // The frame reads --json from the parent command.
  const framed = (own: Command) => {
    if (own.opts().json === true) command.setOptionValue('json', true);
    return frame();
  };
  sub('list', 'show the hosts and their links').action((_, own: Command) => runList(framed(own)));
  sub('add', 'connect a host; again, to repair or update it')
    .argument('<host>', 'a name of your ssh config, or user@host')
    .action((host: string, _, own: Command) => addRemote(host, framed(own)));
  sub('remove', 'disconnect a host, revoke its key and remove its files')
    .argument('<host>', 'as shown by "sallyport remote list"')
    .action((host: string, _, own: Command) => runRemove(host, framed(own)));
  command.action(() => runList(frame()));
}

async function runList(frame: CommandFrame): Promise<void> {
  const status = await withRunningGateway(frame, (control) => control.request('status'));
  const links = recordsIn(status?.remotes);
  const remotes = openRemoteStore(frame)
    .list()
    .map(({ name, host, version }) => {
      const link = links.find((other) => other.name === name);
      return { name, host, version, state: link?.state ?? 'no gateway', problem: link?.problem };
    });
  frame.output.result({ remotes }, () =>
    remotes.length === 0
      ? 'No remote host. Connect one with "sallyport remote add HOST".'
      : remotes
          .map(({ name, host, state, problem }) => {
            const why = problem === undefined ? '' : `: ${problem}`;
            return `${name}${host === name ? '' : ` (${host})`}, ${state}${why}`;
          })
          .join('\n'),
  );
}

/** The key goes first: whatever cannot be reached, the host is out. */
async function runRemove(which: string, frame: CommandFrame): Promise<void> {
  const store = openRemoteStore(frame);
  const remote = store.find(which);
  if (remote === undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `There is no remote host "${which}".`, {
      hint: 'See "sallyport remote list".',
    });
  }
  const agents = openAgentStore(frame);
  if (agents.list().some(({ id }) => id === remote.agentId)) agents.revoke(remote.agentId);
  store.remove(remote.id);
  await withRunningGateway(frame, (control) => control.request('remotes.changed', {}, { timeoutMs: REMOVAL_MS }));
  const problem = await removeFiles(remote, frame);
  const { name, folder } = remote;
  frame.output.result({ removed: name, problem }, () =>
    problem === undefined
      ? `${name} was removed; remove the entry "sallyport" from its MCP clients.`
      : `${name} was removed here and its key revoked, but its files in ${folder} were not: ${problem}`,
  );
}

async function removeFiles(remote: Remote, { machine }: CommandFrame): Promise<string | undefined> {
  try {
    await runSsh({ args: removalArguments(remote), env: machine.env, timeoutMs: REMOVAL_MS });
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
