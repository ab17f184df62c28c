// sallyport status: whether a gateway runs, and its agents, browsers, VS Code windows and servers.
import { type JsonObject, recordsIn } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { GIVE_SITE_ACCESS } from '../doctor/check.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command.action(async () => {
    const { output, ...context } = frame();
    const status = await withRunningGateway(context, (control) => control.request('status'));
    output.result({ running: status !== undefined, ...status }, (shown) =>
      shown.running ? describe(shown) : 'No gateway is running. It starts when an agent needs it.',
    );
  });
}

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
