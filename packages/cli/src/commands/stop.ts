// sallyport stop: stops the gateway, or disconnects one agent and cancels its calls.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { notRunning, withRunningGateway } from '../gateway/from-frame.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .argument('[agent]', 'disconnect only this agent, by name or id from "sallyport status"')
    .action(async (agent: string | undefined) => runStop(agent, frame()));
}

const STOP_MS = 10_000;

async function runStop(agent: string | undefined, frame: CommandFrame): Promise<void> {
  const { output, setExitCode, ...context } = frame;
  const answer = await withRunningGateway(context, async (control) => {
    const stopped = await control.request('stop', agent === undefined ? {} : { agent });
    // Reports success only after it has stopped.
    if (agent === undefined) await control.whenGone(STOP_MS);
    return stopped;
  });
  if (agent === undefined) {
    const stopped = answer !== undefined;
    output.result({ stopped }, () => (stopped ? 'The gateway was stopped.' : 'No gateway was running.'));
    return;
  }
  if (answer === undefined) throw notRunning();
  const dismissed = Number(answer.dismissed);
  if (dismissed === 0) setExitCode(1);
  output.result({ dismissed }, () =>
    dismissed === 0
      ? `No agent "${agent}" is connected. Run "sallyport status" to see who is.`
      : `${agent} was disconnected.`,
  );
}
