// The gateway's own process: started on demand, it leaves when nobody needs it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { locateFolders, readMachine, readTextFile } from '@sallyport/native-host/run-directory';
import { limits, SallyportError } from '@sallyport/protocol';
import { runDaemon } from './lifecycle/daemon.ts';
import { parseEnvironment } from './store/environment.ts';

async function main(): Promise<void> {
  const machine = readMachine();
  Object.assign(process.env, parseEnvironment(readTextFile(join(locateFolders(machine).data, 'environment.json'))));
  const { values } = parseArgs({
    options: { 'idle-ms': { type: 'string' }, attached: { type: 'boolean' }, http: { type: 'string' } },
  });
  const idleMs = Number.parseInt(values['idle-ms'] ?? '', 10) || limits.gateway.idleMs;
  // From the first moment on: whoever reads the record may send a signal at once.
  const stopRequested = new Promise<void>((resolve) => {
    const stop = () => resolve();
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    if (values.attached) process.stdin.on('end', stop).on('error', stop).resume();
  });
  // A terminal that closes takes its foreground processes along; this one is not its own.
  process.on('SIGHUP', () => {});
  const daemon = await runDaemon({
    machine,
    pid: process.pid,
    now: Date.now,
    random: randomBytes,
    // One that belongs to somebody stays as long as they do, and no longer.
    ...(values.attached ? {} : { idleMs }),
  });
  if (!daemon.isOurs) return;
  // Whoever started us with this looks at the status, and says why when there is no door.
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
