// sallyport serve: runs the gateway with its HTTP door in the foreground; a gateway that already runs opens the door instead.
import { runDaemon } from '@sallyport/gateway';
import { configFileOf } from '@sallyport/native-host/run-directory';
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandFrame } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';

interface ServeFlags {
  readonly port: number;
  /** Commander's form of --no-auth. */
  readonly auth: boolean;
}

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .option('--port <number>', 'port on 127.0.0.1', readPort, limits.door.gatewayPort)
    .option('--no-auth', 'let callers without a token use your MCP servers, but not the browser or editor')
    .action(async (flags: ServeFlags) => runServe(flags, frame()));
}

function readPort(text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

async function runServe({ port, auth }: ServeFlags, frame: CommandFrame): Promise<void> {
  const { machine, pid, now, randomBytes, output, untilInterrupted } = frame;
  const request = { port, isOpenToAll: !auth };
  const interrupted = untilInterrupted();
  const daemon = await runDaemon({ machine, pid, now, random: randomBytes });
  if (!daemon.isOurs) {
    await openHttpThere(request, frame);
    return;
  }
  try {
    const { record } = daemon;
    const http = await daemon.openHttp(request);
    output.result({ pid, version: record.version, socket: record.socket, url: http.url }, () =>
      [
        `The gateway is running (process ${pid}) and serves MCP at ${http.url}`,
        auth
          ? 'Create a token for an agent with "sallyport agents add NAME".'
          : 'Callers without a token can use your MCP servers.',
        'Agents can also connect through "sallyport mcp". Press Ctrl+C to stop.',
      ].join('\n'),
    );
    const why = await Promise.race([daemon.ended, interrupted]);
    if (why === 'replaced') output.note('Another gateway took over.');
  } finally {
    await daemon.close();
  }
}

/** Opens the HTTP door of the running gateway, which keeps it open. */
async function openHttpThere(request: { port: number; isOpenToAll: boolean }, frame: CommandFrame): Promise<void> {
  const wanted = configFileOf(frame.machine);
  const opened = await withRunningGateway(frame, async (control) => {
    const { config } = await control.request('status');
    if (config !== undefined && config !== wanted) {
      throw new SallyportError('ERR_INPUT_INVALID', `The running gateway uses another config file, ${config}.`, {
        hint: 'Stop it with "sallyport stop", and try again.',
      });
    }
    return control.request('http.open', request);
  });
  if (!isRecord(opened)) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'The running gateway has just stopped.', {
      hint: 'Try again.',
    });
  }
  frame.output.result(
    { pid: opened.pid, url: opened.url },
    ({ pid, url }) => `The running gateway (process ${pid}) serves MCP at ${url}`,
  );
}
