// sallyport serve: a gateway in the foreground, which stays until it is told to go.
import { runDaemon } from '@sallyport/gateway';
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';

export function defineServe(command: Command, frame: () => CommandFrame): void {
  command.action(async () => runServe(frame()));
}

async function runServe({ machine, pid, now, randomBytes, output, untilInterrupted }: CommandFrame): Promise<void> {
  const interrupted = untilInterrupted();
  const daemon = await runDaemon({ machine, pid, now, random: randomBytes });
  if (!daemon.isOurs) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `A gateway is running already (process ${daemon.record.pid}).`, {
      hint: 'Use that one, or end it with "sallyport stop" first.',
    });
  }
  const { record } = daemon;
  output.result(
    { pid, version: record.version, socket: record.socket },
    () => `The gateway is running (process ${pid}). Agents reach it by "sallyport mcp". Ctrl+C ends it.`,
  );
  const why = await Promise.race([daemon.ended, interrupted]);
  await daemon.close();
  if (why === 'replaced') output.note('Another gateway took over.');
}
