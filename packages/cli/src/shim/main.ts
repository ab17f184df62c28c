// The shim as a program of its own, with nothing loaded that it does not need: what an agent's config points to.
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createId, readMachine } from '@sallyport/native-host/run-directory';
import { reachGateway } from '../gateway/reach.ts';
import { visible } from '../visible.ts';
import { createNote } from './note.ts';
import { runShim } from './shim.ts';

const machine = readMachine();
// The gateway's bundle lies beside this one.
const gateway = join(dirname(realpathSync(process.argv[1] ?? '.')), 'gateway.cjs');
const { SALLYPORT_KEY: key } = machine.env;

runShim({
  stdin: process.stdin,
  stdout: process.stdout,
  reach: () => reachGateway({ machine, now: Date.now, startCommand: [process.execPath, gateway] }),
  stay: createId(randomBytes),
  cwd: process.cwd(),
  pid: process.pid,
  key,
  note: createNote({ machine, pid: process.pid, now: Date.now, stderr: process.stderr }),
}).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(visible(`sallyport mcp: ${String(error)}\n`));
    process.exit(1);
  },
);
