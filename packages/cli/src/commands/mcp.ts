// sallyport mcp: what an agent starts; relays its messages to the gateway, which it starts when needed.
import { join } from 'node:path';
import { locateFolders } from '@sallyport/native-host/run-directory';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { reachFrom } from '../gateway/from-frame.ts';
import { findRemoteFolder, reachRemote } from '../gateway/reach-remote.ts';
import { runShim } from '../shim/shim.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command.action(async () => {
    const own = frame();
    const { machine, now } = own;
    const folder = findRemoteFolder([join(locateFolders(machine).data, 'remote')]);
    const reach = () => (folder === undefined ? reachFrom(own) : reachRemote({ folder, now }));
    await runShim({ ...own, reach, readsFiles: folder !== undefined });
  });
}
