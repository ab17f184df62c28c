// sallyport mcp: what an agent starts. It finds or starts the gateway and carries the agent's lines to it.
import { createId } from '@sallyport/native-host/run-directory';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { reachFrom } from '../gateway/from-frame.ts';
import { createNote } from '../shim/note.ts';
import { runShim } from '../shim/shim.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command.action(async () => {
    const { stdin, stdout, stderr, machine, cwd, pid, randomBytes, ...rest } = frame();
    const { SALLYPORT_KEY: key } = machine.env;
    await runShim({
      stdin,
      stdout,
      reach: () => reachFrom({ machine, ...rest }),
      stay: createId(randomBytes),
      cwd,
      pid,
      key,
      note: createNote({ machine, pid, now: rest.now, stderr }),
    });
  });
}
