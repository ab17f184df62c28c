// The last part of `up`: shows the link status and offers to reopen the browser, until Ctrl+C.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandFrame } from '../context.ts';
import type { BrowserProcess } from '../managed-browser/browser-process.ts';
import { type GatewayStatus, readStatus } from './gateway-status.ts';
import { type LinkStatus, openStatusLine } from './status-line.ts';

export interface Watched {
  readonly frame: CommandFrame;
  readonly interrupted: AbortSignal;
  readonly browserTitle: string;
  readonly window: () => BrowserProcess;
  readonly reopen: () => Promise<void>;
}

const POLL_MS = 1_000;

export async function watchUntilInterrupted(watched: Watched): Promise<void> {
  const { frame, interrupted, browserTitle, window, reopen } = watched;
  const { stdin, stdout } = frame;
  // The user can press Enter.
  const isTerminal = frame.confirm !== undefined && !frame.output.isJson;
  const line = openStatusLine(stdout, isTerminal, () =>
    'columns' in stdout && typeof stdout.columns === 'number' ? stdout.columns : frame.terminalColumns,
  );
  let isClosed = false;
  let isEnterPressed = false;
  const keys = isTerminal ? createInterface({ input: stdin }) : undefined;
  keys?.on('line', () => {
    isEnterPressed = true;
  });

  const follow = () => {
    isClosed = false;
    void window().exited.then(() => {
      if (interrupted.aborted) return;
      isClosed = true;
      isEnterPressed = false;
      line.say(
        isTerminal
          ? `${browserTitle} was closed. Press Enter to open it again, Ctrl+C to quit.`
          : `${browserTitle} was closed. Run "sallyport up" again to open it.`,
      );
    });
  };

  follow();
  line.say('Press Ctrl+C to stop everything that was started here.');
  while (!interrupted.aborted) {
    if (isClosed && isEnterPressed) {
      await reopen().then(follow, (error: Error) => line.say(`It could not be opened: ${error.message}`));
      isEnterPressed = false;
    }
    line.show(linkStatusOf(await readStatus(frame), isClosed, browserTitle));
    await delay(POLL_MS, undefined, { signal: interrupted }).catch(() => {});
  }
  keys?.close();
  line.close();
}

function linkStatusOf(status: GatewayStatus | undefined, isClosed: boolean, browserTitle: string): LinkStatus {
  const isConnected = status?.browsers.some(({ tools }) => tools > 0) === true;
  return {
    gateway: status !== undefined,
    browser: isClosed ? 'closed' : isConnected ? 'connected' : 'open',
    browserTitle,
    agents: status?.agents.length ?? 0,
    calls: status?.agents.reduce((sum, { calls }) => sum + calls, 0) ?? 0,
  };
}
