// The doors: an agent's wait for its first list of tools, and a hundred sessions at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Report } from './bench.ts';
import { CALLING, measureSessions, SESSIONS, type SessionFigures } from './doors/sessions.ts';
import { measureStart, type StartName } from './doors/start.ts';
import { median, quantile, type Samples } from './measure.ts';
import { ratio, short } from './table.ts';

const AIM_WARM = 3;
const AIM_COLD = 8;
const AIM_SESSION_BYTES = 300_000;
const AIM_OF_FEW = 2;

export const doorsBench: Bench = {
  name: 'doors',
  async run(options): Promise<Report> {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
    try {
      options.onProgress('start to the first list');
      const starts = await measureStart({ ...options, folder });
      options.onProgress(`${SESSIONS} sessions`);
      return reportOf(starts, await measureSessions({ ...options, folder }));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
  },
};

function reportOf(starts: Samples<StartName, number>, sessions: SessionFigures): Report {
  const bare = median(starts('node -e 0'));
  const row = (name: StartName, title: string) => {
    const ms = median(starts(name));
    return [title, short(ms), short(quantile(starts(name), 0.9)), ratio(ms / bare)];
  };
  const [warm, cold] = [median(starts('warm')) / bare, median(starts('cold')) / bare];
  const { amongFew, amongMany, fewBytes, manyBytes } = sessions;
  const perSession = (manyBytes - fewBytes) / (SESSIONS - CALLING);
  const calls = (title: string, latencies: readonly number[]) => [
    title,
    ...[0.5, 0.99].map((q) => short(quantile(latencies, q))),
  ];
  const slower = quantile(amongMany, 0.99) / quantile(amongFew, 0.99);
  return {
    title: 'Doors: the first list of tools, and many sessions',
    tables: [
      {
        caption: 'Start of `sallyport mcp` to its first list of tools, in ms',
        head: ['', 'p50', 'p90', 'to node -e 0'],
        rows: [
          row('node -e 0', 'node -e 0, start to end'),
          row('warm', 'a gateway runs'),
          row('cold', 'a gateway is started for it'),
        ],
      },
      {
        caption: `${CALLING} sessions calling at once over HTTP, in ms`,
        head: ['', 'p50', 'p99'],
        rows: [calls(`${CALLING} sessions`, amongFew), calls(`${CALLING} of ${SESSIONS} sessions`, amongMany)],
      },
      {
        caption: 'Resident memory of the gateway, MB',
        head: ['', 'MB'],
        rows: [
          [`${CALLING} sessions`, short(fewBytes / 1e6)],
          [`${SESSIONS} sessions`, short(manyBytes / 1e6)],
          ['a session', short(perSession / 1e6)],
        ],
      },
    ],
    aims: [
      { what: `warm within ${AIM_WARM} times node -e 0`, measured: ratio(warm), holds: warm <= AIM_WARM },
      { what: `with a gateway start within ${AIM_COLD} times`, measured: ratio(cold), holds: cold <= AIM_COLD },
      {
        what: `p99 among ${SESSIONS} sessions at most ${AIM_OF_FEW} times that among ${CALLING}`,
        measured: ratio(slower),
        holds: slower <= AIM_OF_FEW,
      },
      {
        what: `a session at most ${AIM_SESSION_BYTES / 1000} kB`,
        measured: `${short(perSession / 1000)} kB`,
        holds: perSession <= AIM_SESSION_BYTES,
      },
    ],
    notes: [
      'All starts take turns. Each session has greeted, holds the stream by which it would hear of changes, and listed the tools of one ' +
        "server, server-everything; calls are of its echo, as in the table of gateways. Memory is the gateway's own.",
    ],
  };
}
