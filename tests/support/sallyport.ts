// The sallyport command as a person runs it, on the home of a gateway world.
import { dirname } from 'node:path';
import type { CommandContext } from '@sallyport/cli';
import { readMachine } from '@sallyport/native-host/run-directory';
import { onTestFinished } from 'vitest';
import { type CommandRun, runCommand } from './command-run.ts';
import type { GatewayWorld } from './gateway-world.ts';
import { openInstallerWorld } from './installer-world.ts';

export function sallyport(world: GatewayWorld, ...args: readonly string[]): Promise<CommandRun> {
  return sallyportWith(world, {}, ...args);
}

/** With parts of its process made up by the test. */
export function sallyportWith(
  world: GatewayWorld,
  overrides: Partial<CommandContext>,
  ...args: readonly string[]
): Promise<CommandRun> {
  const installer = openInstallerWorld('linux');
  onTestFinished(() => installer.close());
  return runCommand(installer, args, {
    machine: { ...readMachine(), env: world.env },
    node: { path: process.execPath, version: process.version },
    bundles: dirname(world.programs.gateway),
    ...overrides,
  });
}

/** What it prints with --json. */
export async function sallyportJson(world: GatewayWorld, ...args: readonly string[]) {
  const { stdout } = await sallyport(world, ...args, '--json');
  return JSON.parse(stdout);
}
