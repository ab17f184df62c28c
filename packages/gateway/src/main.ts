// The gateway's own process: started on demand, exits when idle.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { heldDown, isHeldDown, locateFolders, readMachine, readTextFile } from '@sallyport/native-host/run-directory';
import { limits, SallyportError } from '@sallyport/protocol';
import { runDaemon } from './lifecycle/daemon.ts';
import { parseEnvironment } from './store/environment.ts';

async function main(): Promise<void> {
  const machine = readMachine();
  Object.assign(process.env, parseEnvironment(readTextFile(join(locateFolders(machine).data, 'environment.json'))));
  const { values } = parseArgs({
    options: { 'idle-ms': { type: 'string' }, attached: { type: 'boolean' }, http: { type: 'string' } },
  });
  // Started on demand. `up` attaches its own, which the user asked for.
  if (!values.attached && isHeldDown(locateFolders(machine).data)) throw heldDown();
  const idleMs = Number.parseInt(values['idle-ms'] ?? '', 10) || limits.gateway.idleMs;
  // Before the record is published: whoever reads it may send a signal at once.
  const stopRequested = new Promise<void>((resolve) => {
    const stop = () => resolve();
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    if (values.attached) process.stdin.on('end', stop).on('error', stop).resume();
  });
  // The terminal that started us may close; we do not belong to it.
  process.on('SIGHUP', () => {});
  const daemon = await runDaemon({
    machine,
    pid: process.pid,
    now: Date.now,
    random: randomBytes,
    // An attached gateway lives as long as its owner.
    ...(values.attached ? {} : { idleMs }),
  });
  if (!daemon.isOurs) return;
  // Whoever started us with --http checks the status and reports a missing door.
  if (values.http !== undefined)
    await daemon.openHttp({ port: Number(values.http), isOpenToAll: false }).catch(() => {});
  await Promise.race([daemon.ended, stopRequested]);
  await daemon.close();
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    const text = error instanceof SallyportError ? `${error.message} ${error.hint ?? ''}` : String(error);
    process.stderr.write(`sallyport gateway: ${text.trim()}\n`);
    process.exit(1);
  },
);
