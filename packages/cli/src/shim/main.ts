// Entry point of the shim bundle, which agents' configs start; loads only what the shim needs.
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readMachine } from '@sallyport/native-host/run-directory';
import { reachGateway } from '../gateway/reach.ts';
import { visible } from '../visible.ts';
import { runShim } from './shim.ts';

const { stdin, stdout, stderr, pid, execPath, argv } = process;
const machine = readMachine();
// The gateway's bundle lies beside this one.
const gateway = join(dirname(realpathSync(argv[1] ?? '.')), 'gateway.cjs');
const reach = () => reachGateway({ machine, now: Date.now, startCommand: [execPath, gateway] });

runShim({ stdin, stdout, stderr, machine, cwd: process.cwd(), pid, randomBytes, now: Date.now, reach }).then(
  () => process.exit(0),
  (error: unknown) => {
    stderr.write(visible(`sallyport mcp: ${String(error)}\n`));
    process.exit(1);
  },
);
