// sallyport mcp: what an agent starts; relays its messages to the gateway, which it starts when needed.
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
