// sallyport up: starts a gateway and a browser, runs a first call, and shows a status line until Ctrl+C.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { type UpFlags, up } from '../up/up.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .option('--once', 'exit after the first call, with code 0 if it worked')
    .option('--browser <name>', 'open this browser instead of the first one found')
    .action(async (flags: UpFlags) => up(flags, frame()));
}
