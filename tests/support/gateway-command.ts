// The command line on the home of a gateway world, in this process.
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { readMachine } from '@sallyport/native-host/run-directory';
import { onTestFinished } from 'vitest';
import { type CommandRun, runCommand } from './command-run.ts';
import type { GatewayWorld } from './gateway-world.ts';
import { openInstallerWorld } from './installer-world.ts';

export function sallyport(world: GatewayWorld, ...args: readonly string[]): Promise<CommandRun> {
  const installer = openInstallerWorld('linux');
  onTestFinished(() => installer.close());
  return runCommand(installer, args, {
    machine: { ...readMachine(), env: world.env },
    node: { path: process.execPath, version: process.version },
    bundles: dirname(world.programs.gateway),
    cwd: world.home,
    now: Date.now,
    randomBytes,
  });
}
