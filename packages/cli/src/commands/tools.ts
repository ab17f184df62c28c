// sallyport tools: lists all tools with warnings, and approves changed ones.
import { type JsonObject, recordsIn, SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import { wrap } from '../columns.ts';
import type { CommandFrame } from '../context.ts';
import { withGateway } from '../gateway/from-frame.ts';
import { subcommand } from './options.ts';

/** Narrower columns are harder to read than text wrapped by the terminal. */
const LEAST_ROOM = 30;

export function define(command: Command, frame: () => CommandFrame): void {
  subcommand(command, 'approve', 'approve tools with their current descriptions')
    .argument('[names...]', 'changed tools, or servers (all their tools)')
    .option('--all', 'approve all changed tools')
    .action((names: string[], options: { all?: boolean }) => runApprove(names, options.all === true, frame()));
  command.action(() => runList(frame()));
}

async function runList({ output, terminalColumns, ...context }: CommandFrame): Promise<void> {
  const { tools } = await withGateway(context, (control) => control.request('tools.list'));
  const list = recordsIn(tools);
  output.result({ tools: list }, () => describe(list, terminalColumns));
}

async function runApprove(names: readonly string[], isAll: boolean, frame: CommandFrame): Promise<void> {
  const { output, setExitCode, confirm, terminalColumns, ...context } = frame;
  if (names.length === 0 && !isAll) {
    throw new SallyportError('ERR_INPUT_INVALID', 'No tools were named.', {
      hint: 'Name tools that "sallyport tools" marks as changed, or pass --all.',
    });
  }
  const requests = names.map(parseRequest);
  const answer = await withGateway(context, async (control) => {
    const { tools } = await control.request('tools.list');
    const shown = recordsIn(tools).flatMap((tool) => {
      if (tool.standing !== 'changed') return [];
      const request = requests.find(({ name }) => [tool.name, tool.mcpName, appOf(tool)].includes(name));
      return isAll || request !== undefined ? [{ tool, hash: request?.hash }] : [];
    });
    // A name with a hash was seen before; everything else is shown now.
    const unseen = shown.filter(({ hash }) => hash === undefined).map(({ tool }) => tool);
    if (unseen.length > 0) {
      output.line(describe(unseen, terminalColumns));
      const isConfirmed = output.isJson || (await confirm?.('Approve these tools as shown?'));
      if (isConfirmed === false) return undefined;
    }
    const taken = shown.map(({ tool, hash }) => ({ name: tool.name, hash: hash ?? tool.hash }));
    return control.request('tools.approve', { tools: taken, isAll });
  });
  if (answer === undefined) {
    setExitCode(1);
    return output.line('Nothing was changed.');
  }
  const [approved = [], refused = []] = [answer.approved, answer.refused].map((list) =>
    Array.isArray(list) ? list.map(String) : [],
  );
  if (approved.length + refused.length === 0 && !isAll) {
    throw new SallyportError('ERR_INPUT_INVALID', 'None of these needs approval.', {
      hint: '"sallyport tools" marks those that do.',
    });
  }
  if (refused.length > 0) setExitCode(1);
  output.result({ approved, ...(refused.length === 0 ? {} : { refused }) }, () =>
    [
      ...(approved.length === 0 ? [] : [`Approved: ${approved.join(', ')}.`]),
      ...refused.map((name) => `${name} changed again since it was shown. Look again with "sallyport tools".`),
      ...(approved.length + refused.length === 0 ? ['No tool needs approval.'] : []),
    ].join('\n'),
  );
}

/** `app/tool`, or `app/tool@hash` for one exact description. */
function parseRequest(word: string): { readonly name: string; readonly hash?: string } {
  const [, name, hash] = /^(.+)@([0-9a-f]{16})$/.exec(word) ?? [];
  return name === undefined || hash === undefined ? { name: word } : { name, hash };
}

function appOf({ name }: JsonObject): string {
  return String(name).split('/')[0] ?? '';
}

function describe(tools: readonly JsonObject[], terminalColumns = Number.POSITIVE_INFINITY): string {
  if (tools.length === 0) return 'There are no tools, because no browser is connected. Start one with "sallyport up".';
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

/** The first sentence; for a changed tool all of it, since the user has to decide about it. */
function purposeOf({ description, standing }: JsonObject): string {
  const text = String(description ?? '').replaceAll(/\s+/g, ' ');
  return standing === 'changed' ? text : (text.split(/(?<=\.)\s/)[0] ?? '');
}

function remarksOn({ name, standing, hash, changes, warnings }: JsonObject): readonly string[] {
  const clients = recordsIn(warnings);
  const fields = recordsIn(changes);
  const isNew = fields.some(({ field }) => field === 'name');
  const what = isNew ? 'new since the first look' : 'changed since it was first seen';
  return [
    ...(standing === 'changed'
      ? [`${what}; approve it with "sallyport tools approve ${name}@${hash}"`, ...fields.map(describeChange)]
      : []),
    ...(standing === 'ambiguous'
      ? ['its name clashes with another tool, so neither is offered; rename one of the servers']
      : []),
    ...clients.map(({ client, what: why }) => `${client} ${why}`),
  ];
}

/** In full, because the user approves it; as JSON, so that its line breaks cannot imitate our lines. */
function describeChange({ field, value, before }: JsonObject): string {
  const now = value === undefined ? `${field}: removed` : `${field}: ${JSON.stringify(value)}`;
  return before === undefined ? now : `${now}; before: ${JSON.stringify(before)}`;
}
