// sallyport tools: what can be called now, one tool a line.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { withGateway } from '../gateway/from-frame.ts';

export function defineTools(command: Command, frame: () => CommandFrame): void {
  command.action(async () => {
    const { output, ...ground } = frame();
    const { tools } = await withGateway(ground, (control) => control.request('tools.list'));
    const list = Array.isArray(tools) ? tools.filter(isRecord) : [];
    output.result({ tools: list }, () => describe(list));
  });
}

function describe(tools: readonly JsonObject[]): string {
  if (tools.length === 0) return 'There are no tools: no browser is connected. Start one with "sallyport up".';
  const names = tools.map(({ name }) => String(name));
  const width = Math.max(...names.map((name) => name.length));
  return tools
    .map(({ name, effect, description }) => {
      const [firstSentence = ''] = String(description ?? '').split(/(?<=\.)\s/);
      return `${String(name).padEnd(width)}  ${String(effect ?? '').padEnd(5)}  ${firstSentence}`.trimEnd();
    })
    .sort()
    .join('\n');
}
