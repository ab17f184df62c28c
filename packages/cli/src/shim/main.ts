// Entry point of the shim bundle, which agents' configs start; loads only what the shim needs.
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateFolders, readMachine } from '@sallyport/native-host/run-directory';
import { reachGateway } from '../gateway/reach.ts';
import { findRemoteFolder, reachRemote } from '../gateway/reach-remote.ts';
import { visible } from '../visible.ts';
import { runShim } from './shim.ts';

const { stdin, stdout, stderr, pid, execPath, argv } = process;
const machine = readMachine();
const now = Date.now;
// The gateway's bundle lies beside this one; on a remote host, its key does.
const own = dirname(realpathSync(argv[1] ?? '.'));
const remote = findRemoteFolder([own, join(locateFolders(machine).data, 'remote')]);
const reach = () =>
  remote === undefined
    ? reachGateway({ machine, now, startCommand: [execPath, join(own, 'gateway.cjs')] })
    : reachRemote({ folder: remote, now });
const readsFiles = remote !== undefined;

runShim({ stdin, stdout, stderr, machine, cwd: process.cwd(), pid, randomBytes, now, reach, readsFiles }).then(
  () => process.exit(0),
  (error: unknown) => {
    stderr.write(visible(`sallyport mcp: ${String(error)}\n`));
    process.exit(1);
  },
);
