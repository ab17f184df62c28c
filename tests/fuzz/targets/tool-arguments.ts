// Arguments of every tool of ours, and those of legacy clients' commands: each is refused with a reason or reaches the tool.
import { createFence, isRecord, SallyportError, systemClock } from '@sallyport/protocol';
import type { AnyTool } from '@sallyport/protocol/tool';
import { inTurn, StepTurns } from '../../../packages/browser-extension/src/actions/step-turns.ts';
import { commandNames } from '../../../packages/browser-extension/src/link/legacy-names.ts';
import { buildMethods } from '../../../packages/browser-extension/src/link/methods.ts';
import { browserTools } from '../../../packages/browser-extension/src/tools/all.ts';
import { editorTools } from '../../../packages/vscode-extension/src/tools/all.ts';
import { mutated, oddText } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { type Json, must, type Target, textIn } from '../base/target.ts';

/** The arguments were taken, and the tool reached for what it works on. */
class Reached extends Error {}

const unreachable = new Proxy(
  {},
  {
    get() {
      throw new Reached();
    },
  },
);

/** What a model reads of a refusal. */
const REFUSAL_MAX_CHARS = 4000;

const methodNames = ['call_tool', 'execute_tool', 'command'] as const;
const [firstCommand = '', ...otherCommands] = Object.keys(commandNames);
const [firstTool, ...otherTools] = [...browserTools, ...editorTools];

export const toolArgumentsTarget: Target = {
  name: 'tool-arguments',
  generate(random): Json {
    if (firstTool === undefined) throw new Error('There are no tools.');
    const tool = random.pick([firstTool, ...otherTools]);
    const args = sampleOf(random, tool.inputSchema);
    if (random.chance(0.6)) return { tool: tool.name, args: mutated(random, args, 0.15) };
    const method = random.pick(methodNames);
    const command = random.pick([firstCommand, ...otherCommands]);
    const given = {
      call_tool: { name: tool.name, arguments: args },
      execute_tool: { tool: random.chance(0.5) ? tool.name : command, args },
      command: { command, timeout: 5000, tabId: 1, ...(typeof args === 'object' ? args : {}) },
    };
    return { method, args: mutated(random, given[method], 0.1) };
  },
  open: async () => {
    const turns = new StepTurns(systemClock);
    const methods = buildMethods({
      contextFor: () => unreachable as never,
      inTurn: (made, call, run) => inTurn(turns, made, call, run),
      clock: systemClock,
      fence: createFence((count) => new Uint8Array(count)),
    });
    return {
      async feed(input) {
        const args: unknown = JSON.parse(textIn(input, 'args'));
        const method = methods[textIn(input, 'method')];
        const tools: readonly AnyTool<never>[] = [...browserTools, ...editorTools].filter(
          ({ name }) => name === textIn(input, 'tool'),
        );
        if (method !== undefined) await refusedOrReached(() => method(args, call()));
        for (const tool of tools) await refusedOrReached(() => tool.call(args, unreachable as never));
      },
      close: async () => {},
    };
  },
};

const agent = { id: 'a', name: 'Ada', session: 's', remembered: false };
const call = () => ({
  callId: 'c',
  agent,
  signal: new AbortController().signal,
  leftMs: () => 1000,
  holdTime: () => () => {},
});

async function refusedOrReached(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (thrown) {
    if (thrown instanceof Reached) return;
    if (!(thrown instanceof SallyportError) || thrown.code === 'ERR_INTERNAL') throw thrown;
    const text = `${thrown.message} ${thrown.hint ?? ''} ${JSON.stringify(thrown.data ?? {})}`;
    must(text.length <= REFUSAL_MAX_CHARS, () => `A refusal of ${text.length} characters: ${text.slice(0, 200)}`);
  }
}

/** A value that may fit the schema. */
function sampleOf(random: Random, schema: unknown): Json {
  const { type, properties, items, anyOf, enum: choices, const: only } = isRecord(schema) ? schema : {};
  if (only !== undefined) return String(only);
  if (Array.isArray(choices)) return String(choices[random.below(choices.length)]);
  if (Array.isArray(anyOf)) return sampleOf(random, anyOf[random.below(anyOf.length)]);
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).filter(() => random.chance(0.7));
    return Object.fromEntries(fields.map(([name, each]) => [name, sampleOf(random, each)]));
  }
  if (type === 'array') return random.several(0, 3, () => sampleOf(random, items));
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'number' || type === 'integer') return random.pick([0, 1, 5, 1000, -1, 1.5]);
  return random.chance(0.5)
    ? random.pick(['e12', 'https://example.com', 'src/a.ts', 'text', 'Enter'])
    : oddText(random);
}
