// sallyport tools: what can be called now, one tool a line, and what stands in the way of the others.
import { isRecord, type JsonObject, SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import { wrap } from '../columns.ts';
import type { CommandFrame } from '../context.ts';
import { withGateway } from '../gateway/from-frame.ts';

/** Below this a text in a column is harder to read than one that the terminal breaks. */
const LEAST_ROOM = 30;

export function defineTools(command: Command, frame: () => CommandFrame): void {
  command
    .command('approve')
    .description('take tools as their servers describe them now')
    .helpOption('-h, --help', 'show this help')
    .argument('[names...]', 'tools that changed, or whole servers')
    .option('--all', 'all that changed')
    .action((names: string[], options: { all?: boolean }) => runApprove(names, options.all === true, frame()));
  command.action(() => runList(frame()));
}

async function runList({ output, terminalColumns, ...ground }: CommandFrame): Promise<void> {
  const { tools } = await withGateway(ground, (control) => control.request('tools.list'));
  const list = Array.isArray(tools) ? tools.filter(isRecord) : [];
  output.result({ tools: list }, () => describe(list, terminalColumns));
}

async function runApprove(names: readonly string[], isAll: boolean, frame: CommandFrame): Promise<void> {
  const { output, setExitCode, ...ground } = frame;
  if (names.length === 0 && !isAll) {
    throw new SallyportError('ERR_INPUT_INVALID', 'Which tools do you approve?', {
      hint: 'Name some that "sallyport tools" marks as changed, or say --all.',
    });
  }
  const answer = await withGateway(ground, async (control) => {
    // Until all servers are met, nobody knows what changed.
    await control.request('tools.list');
    return control.request('tools.approve', isAll ? {} : { names });
  });
  const approved = Array.isArray(answer.approved) ? answer.approved.map(String) : [];
  if (approved.length === 0 && !isAll) setExitCode(1);
  output.result({ approved }, () =>
    approved.length === 0
      ? 'None of these waits for approval. "sallyport tools" marks those that do.'
      : `Approved: ${approved.join(', ')}.`,
  );
}

function describe(tools: readonly JsonObject[], terminalColumns = Number.POSITIVE_INFINITY): string {
  if (tools.length === 0) return 'There are no tools: no browser is connected. Start one with "sallyport up".';
  const names = tools.map(({ name }) => String(name));
  const width = Math.max(...names.map((name) => name.length));
  return tools
    .map((tool) => {
      const { name, effect } = tool;
      const head = `${String(name).padEnd(width)}  ${String(effect ?? '').padEnd(5)}  `;
      const room = Math.max(LEAST_ROOM, terminalColumns - head.length);
      const text = wrap(purposeOf(tool), room).map((line, at) => (at === 0 ? head : ' '.repeat(head.length)) + line);
      const remarks = remarksOn(tool).map((remark) => `${' '.repeat(width + 2)}! ${remark}`);
      return [...text, ...remarks].map((line) => line.trimEnd()).join('\n');
    })
    .sort()
    .join('\n');
}

/** Of a tool that changed all of it, since that is what there is to decide on. */
function purposeOf({ description, standing }: JsonObject): string {
  const text = String(description ?? '');
  return standing === 'changed' ? text : (text.split(/(?<=\.)\s/)[0] ?? '');
}

function remarksOn({ name, standing, warnings }: JsonObject): readonly string[] {
  const clients = Array.isArray(warnings) ? warnings.filter(isRecord) : [];
  return [
    ...(standing === 'changed'
      ? [`changed since you first saw it; take it with "sallyport tools approve ${name}"`]
      : []),
    ...(standing === 'ambiguous' ? ['spells like another tool, so neither is offered; rename one of the servers'] : []),
    ...clients.map(({ client, what }) => `${client} ${what}`),
  ];
}
