// sallyport resume: lets a stopped agent call again, or the gateway start again after "stop --hold".
import { locateFolders, release } from '@sallyport/native-host/run-directory';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { openStopList } from './stop-list.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .argument('[agent]', 'the agent that was stopped; without it, the gateway may start again')
    .action((agent: string | undefined) =>
      agent === undefined ? resumeGateway(frame()) : resumeAgent(agent, frame()),
    );
}

function resumeGateway({ output, machine }: CommandFrame): void {
  const resumed = release(locateFolders(machine).data);
  output.result({ resumed }, () =>
    resumed
      ? 'The gateway starts again with the next call of an agent.'
      : 'The gateway was not kept down; nothing to do.',
  );
}

function resumeAgent(who: string, frame: CommandFrame): void {
  const { output, setExitCode } = frame;
  const list = openStopList(frame);
  const resumed = list.remove(who);
  if (!resumed) setExitCode(1);
  const others = list.list().map((stopped) => stopped.who);
  output.result({ resumed, stopped: others }, () => {
    if (resumed) return `${who} may call again.`;
    return `"${who}" is not stopped. ${others.length === 0 ? 'No agent is.' : `Stopped: ${others.join(', ')}.`}`;
  });
}
