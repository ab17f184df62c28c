// sallyport resume: lets a stopped agent call again, or everyone after "stop --all" and the gateway after "stop --hold".
import { EVERYONE } from '@sallyport/gateway';
import { locateFolders, release } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { openStopList } from './stop-list.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .argument(
      '[agent]',
      'the agent that was stopped; without it, all that were paused, and the gateway may start again',
    )
    .action((agent: string | undefined) => (agent === undefined ? resumeAll(frame()) : resumeAgent(agent, frame())));
}

async function resumeAll(frame: CommandFrame): Promise<void> {
  const { output, machine } = frame;
  const released = release(locateFolders(machine).data);
  const wasPaused = openStopList(frame).remove(EVERYONE);
  if (wasPaused) await tellGateway(frame);
  output.result({ resumed: released || wasPaused }, () =>
    [
      ...(wasPaused ? ['Agents and web pages may call again.'] : []),
      ...(released ? ['The gateway starts again with the next call of an agent.'] : []),
      ...(released || wasPaused ? [] : ['Neither the gateway was kept down nor the agents paused; nothing to do.']),
    ].join('\n'),
  );
}

/** Browsers have to be told of it; a gateway that starts later does so by itself. */
async function tellGateway(frame: CommandFrame): Promise<void> {
  await withRunningGateway(frame, (control) => control.request('stops.changed')).catch(() => {});
}

function resumeAgent(who: string, frame: CommandFrame): void {
  const list = openStopList(frame);
  const isResumed = list.remove(who);
  const stopped = list.names;
  if (!isResumed) {
    throw new SallyportError('ERR_INPUT_INVALID', `"${who}" is not stopped.`, {
      hint: stopped.length === 0 ? 'No agent is.' : `Stopped: ${stopped.join(', ')}.`,
    });
  }
  frame.output.result({ resumed: true, stopped }, () => `${who} may call again.`);
}
