// Runs the sallyport command against the home of a gateway's world, inside the test's own process.
import { dirname } from 'node:path';
import type { CommandContext } from '@sallyport/cli';
import { readMachine } from '@sallyport/native-host/run-directory';
import { onTestFinished } from 'vitest';
import { type CommandRun, runCommand } from './command-run.ts';
import type { GatewayWorld } from './gateway-world.ts';
import { openInstallerWorld } from './installer-world.ts';

export function sallyport(
  world: GatewayWorld,
  args: readonly string[],
  overrides: Partial<CommandContext> = {},
): Promise<CommandRun> {
  const installer = openInstallerWorld('linux');
  onTestFinished(() => installer.close());
  return runCommand(installer, args, {
    machine: { ...readMachine(), env: world.env },
    node: { path: process.execPath, version: process.version },
    bundles: dirname(world.programs.gateway),
    cwd: world.home,
    ...overrides,
  });
}

/** The same with --json, parsed. */
export async function sallyportJson(world: GatewayWorld, ...args: string[]) {
  const { stdout } = await sallyport(world, [...args, '--json']);
  return JSON.parse(stdout);
}

/** Adds an agent and returns its key. */
export async function addAgent(world: GatewayWorld, name: string): Promise<string> {
  return (await sallyportJson(world, 'agents', 'add', name)).key;
}
