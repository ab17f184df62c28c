// sallyport status: whether a gateway runs, and its agents, browsers, VS Code windows and servers.
import { existsSync } from 'node:fs';
import { isHeldDown, locateFolders } from '@sallyport/native-host/run-directory';
import { type JsonObject, recordsIn } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandContext, CommandFrame } from '../context.ts';
import { GIVE_SITE_ACCESS } from '../doctor/check.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { stopListPath } from './stop-list-path.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command.action(async () => {
    const { output, ...context } = frame();
    const status = await withRunningGateway(context, (control) => control.request('status'));
    const isHeld = isHeldDown(locateFolders(context.machine).data);
    const { isPaused, stopped } = await readStops(context);
    const barred = {
      ...(isHeld ? { isHeld } : {}),
      ...(isPaused ? { isPaused } : {}),
      ...(stopped.length === 0 ? {} : { stopped }),
    };
    output.result({ running: status !== undefined, ...status, ...barred }, (shown) =>
      [
        shown.running
          ? describe(shown)
          : `No gateway is running. ${isHeld ? HELD : 'It starts when an agent needs it.'}`,
        ...(isPaused ? ['All agents are paused. "sallyport resume" lets them call again.'] : []),
        ...(stopped.length === 0
          ? []
          : [`Stopped: ${stopped.join(', ')}. "sallyport resume NAME" lets one call again.`]),
      ].join('\n'),
    );
  });
}

/** Loads the store only where there is one: it brings the whole gateway. */
async function readStops(
  context: CommandContext,
): Promise<{ readonly isPaused: boolean; readonly stopped: readonly string[] }> {
  if (!existsSync(stopListPath(context.machine))) return { isPaused: false, stopped: [] };
  const { openStopList } = await import('./stop-list.ts');
  const list = openStopList(context);
  return { isPaused: list.isPaused, stopped: list.names };
}

const HELD = 'It is kept down; "sallyport resume" lets it start again.';

function describe(status: JsonObject): string {
  return [
    `Gateway ${status.version}, process ${status.pid}, up ${duration(Number(status.uptimeMs))}.`,
    ...section('Browsers', 'none connected', recordsIn(status.browsers).map(describeBrowser)),
    ...section(
      'VS Code',
      'no window open',
      recordsIn(status.editors).map(({ name, tools }) => `${name} (${tools} tools)`),
    ),
    ...section('Servers', 'none configured', recordsIn(status.servers).map(describeServer)),
    ...section('Agents', 'none connected', recordsIn(status.agents).map(describeAgent)),
  ].join('\n');
}

function describeAgent({ name, isNamed, cwd, calls, forMs }: JsonObject): string {
  const where = typeof cwd === 'string' ? ` in ${cwd}` : '';
  const who = isNamed === false ? `${name} (no key)` : String(name);
  return `${who}${where}, connected for ${duration(Number(forMs))}, ${calls} ${calls === 1 ? 'call' : 'calls'} running`;
}

function describeBrowser({ name, tools, siteAccess }: JsonObject): string {
  return `${name} (${tools} tools)${siteAccess === false ? `: no access to websites. ${GIVE_SITE_ACCESS}` : ''}`;
}

function describeServer({ name, state, tools, problem }: JsonObject): string {
  const why = typeof problem === 'string' ? `: ${problem}` : '';
  return `${name}, ${state}${state === 'running' ? ` (${tools} tools)` : why}`;
}

function section(title: string, empty: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`${title}: ${empty}`] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
