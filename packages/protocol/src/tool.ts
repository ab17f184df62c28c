// How a tool of ours is declared, and its schemas turned into plain data. The only file that knows zod.
import * as z from 'zod';
import type { Effect, JsonObject, ToolDeclaration } from './app.ts';
import { SallyportError } from './error.ts';
import type { Reply } from './reply.ts';

export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject | undefined, Context> {
  /** Verb and noun in snake case. */
  readonly name: string;
  readonly title: string;
  /** What it does, when to prefer it, what comes back. */
  readonly description: string;
  readonly input: Input;
  /** Declared to clients, and then the facts become `structuredContent`. Without one the text is all that a client gets. */
  readonly output?: Output;
  readonly effect: Effect;
  readonly scope?: string;
  /** Without one it is of its app's own. */
  readonly family?: string;
  readonly timeoutMs?: number;
  readonly ruledAs?: ToolDeclaration['ruledAs'];
  /** Returns facts and parts or throws a SallyportError; checks, limits, timing and rendering are the pipeline's. */
  run(input: z.output<Input>, context: Context): Promise<Reply<Facts<Output>>>;
}

type Facts<Output> = Output extends z.ZodObject ? z.input<Output> : JsonObject;

/** A tool of any shape, as a list of them holds it: its input has been parsed by `parseInput`. */
export interface AnyTool<Context> extends ToolDeclaration {
  readonly effect: Effect;
  /** Parses the arguments and runs; throws ERR_INPUT_INVALID on arguments that do not fit. */
  call(args: unknown, context: Context): Promise<Reply>;
}

const TOOL_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export function defineTool<Input extends z.ZodObject, Context, Output extends z.ZodObject | undefined = undefined>(
  tool: Tool<Input, Output, Context>,
): AnyTool<Context> {
  if (!TOOL_NAME.test(tool.name)) throw new TypeError(`A tool is named in snake case, unlike "${tool.name}".`);
  let input: JsonObject | undefined;
  let output: JsonObject | undefined;
  const declared = tool.output;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    // Not before somebody asks: for all tools of the editor it takes as long as loading its code.
    get inputSchema() {
      input ??= z.toJSONSchema(tool.input, { io: 'input' });
      return input;
    },
    get outputSchema() {
      if (declared !== undefined) output ??= z.toJSONSchema(declared, { io: 'output' });
      return output;
    },
    effect: tool.effect,
    ...(tool.scope === undefined ? {} : { scope: tool.scope }),
    ...(tool.family === undefined ? {} : { family: tool.family }),
    ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
    ...(tool.ruledAs === undefined ? {} : { ruledAs: tool.ruledAs }),
    async call(args, context) {
      const { facts, parts } = await tool.run(parseInput(tool, args), context);
      return { facts: declared === undefined ? facts : declared.parse(facts), parts };
    },
  };
}

/** The plain data of a tool, as it crosses the wire. */
export function declarationOf(tool: AnyTool<never>): ToolDeclaration {
  const { call: _, ...declaration } = tool;
  return declaration;
}

function parseInput<Input extends z.ZodObject>(tool: { name: string; input: Input }, args: unknown): z.output<Input> {
  // An argument that nobody reads is a mistake that the model should hear of, so it is refused.
  const parsed = tool.input.strict().safeParse(args ?? {});
  // Strictness changes what is refused, never the type of what is taken.
  if (parsed.success) return parsed.data as z.output<Input>;
  const expected = Object.keys(tool.input.shape).sort();
  throw new SallyportError('ERR_INPUT_INVALID', `${tool.name}: ${describeIssues(parsed.error)}`, {
    hint: expected.length === 0 ? 'It takes no arguments.' : `It takes: ${expected.join(', ')}.`,
    data: { expected },
  });
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => [...issue.path.map(String), issue.message].join(': ')).join('; ');
}
