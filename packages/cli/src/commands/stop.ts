// sallyport stop: stops the gateway, or keeps out one agent or all until "sallyport resume".
import { ensurePrivateFolder, holdDown, locateFolders } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { endGateway } from '../gateway/end-gateway.ts';

interface StopFlags {
  readonly all?: true;
  readonly hold?: true;
  readonly force?: true;
}

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .argument('[agent]', 'stop only this agent, by name or id from "sallyport status" or "agents"')
    .option('--all', 'pause all agents and web pages until "sallyport resume"; the gateway keeps running')
    .option('--hold', 'keep the gateway down until "sallyport resume", also when an agent calls')
    .option('--force', 'end the process of a gateway that does not answer')
    .action(async (agent: string | undefined, flags: StopFlags) => {
      if (agent === undefined && flags.all === undefined) return stopGateway(flags, frame());
      if (flags.hold || flags.force) throw notForAgents();
      if (agent !== undefined && flags.all) throw oneOrAll();
      // It brings the gateway's stores, which stopping a gateway does not need.
      const { pauseAll, stopAgent } = await import('./stop-agent.ts');
      return agent === undefined ? pauseAll(frame()) : stopAgent(agent, frame());
    });
}

async function stopGateway({ hold, force }: StopFlags, { output, machine, sendSignal }: CommandFrame): Promise<void> {
  const { data } = locateFolders(machine);
  if (hold) {
    ensurePrivateFolder(data, machine);
    // First, so that no agent starts another one in between.
    holdDown(data);
  }
  const ended = await endGateway(machine, { isForced: force === true, sendSignal });
  const how = {
    stopped: 'The gateway was stopped.',
    killed: 'The gateway was killed.',
    absent: 'No gateway was running.',
  };
  const next = hold
    ? 'It stays down until you run "sallyport resume".'
    : 'The next call of an agent starts it again; "sallyport stop --hold" keeps it down.';
  output.result(
    { stopped: ended !== 'absent', isForced: ended === 'killed', isHeld: hold === true },
    () => `${how[ended]} ${next}`,
  );
}

function oneOrAll(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'Name one agent, or give --all, but not both.', {
    hint: '"sallyport stop --all" pauses every agent and web page.',
  });
}

function notForAgents(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', '--hold and --force are for the gateway, not for one agent.', {
    hint: 'Leave them out: a stopped agent stays out until "sallyport resume".',
  });
}
