// The gateway's own process: started on demand, it leaves when nobody needs it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { locatePlaces, readMachine, readTextFile } from '@sallyport/native-host/run-directory';
import { limits, SallyportError } from '@sallyport/protocol';
import { runDaemon } from './daemon.ts';
import { parseEnvironment } from './store/environment.ts';

async function main(): Promise<void> {
  const machine = readMachine();
  Object.assign(process.env, parseEnvironment(readTextFile(join(locatePlaces(machine).data, 'environment.json'))));
  const { values } = parseArgs({ options: { 'idle-ms': { type: 'string' }, attached: { type: 'boolean' } } });
  const idleMs = Number.parseInt(values['idle-ms'] ?? '', 10) || limits.gateway.idleMs;
  const daemon = await runDaemon({
    machine,
    pid: process.pid,
    now: Date.now,
    random: randomBytes,
    // One that belongs to somebody stays as long as they do, and no longer.
    ...(values.attached ? {} : { idleMs }),
  });
  if (!daemon.isOurs) return;
  const close = () => {
    daemon.close().catch(() => {
      process.exitCode = 1;
    });
  };
  if (values.attached) process.stdin.on('end', close).on('error', close).resume();
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // A terminal that closes takes its foreground processes along; this one is not its own.
  process.on('SIGHUP', () => {});
  await daemon.ended;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    const text = error instanceof SallyportError ? `${error.message} ${error.hint ?? ''}` : String(error);
    process.stderr.write(`sallyport gateway: ${text.trim()}\n`);
    process.exit(1);
  },
);
