// sallyport mcp: what an agent starts. It finds or starts the gateway and carries the agent's lines to it.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { reachFrom } from '../gateway/from-frame.ts';
import { runShim } from '../shim/shim.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command.action(async () => {
    const own = frame();
    await runShim({ ...own, reach: () => reachFrom(own) });
  });
}
