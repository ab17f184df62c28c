// How a tool of ours is declared, and its schemas turned into plain data. The only file that knows zod.
import * as z from 'zod';
import type { Effect, JsonObject, ToolDeclaration } from './app.ts';
import { SallyportError } from './error.ts';

export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject, Context> {
  /** Verb and noun in snake case. */
  readonly name: string;
  readonly title: string;
  /** What it does, when to prefer it, what comes back. */
  readonly description: string;
  readonly input: Input;
  /** Becomes structuredContent. */
  readonly output: Output;
  readonly effect: Effect;
  readonly scope?: string;
  /** Without one it is of its app's own. */
  readonly family?: string;
  readonly timeoutMs?: number;
  readonly ruledAs?: ToolDeclaration['ruledAs'];
  /** Returns the output or throws a SallyportError; checks, limits, timing and presentation are the pipeline's. */
  run(input: z.output<Input>, context: Context): Promise<z.input<Output>>;
}

/** A tool of any shape, as a list of them holds it: its input has been parsed by `parseInput`. */
export interface AnyTool<Context> extends ToolDeclaration {
  readonly effect: Effect;
  /** Parses the arguments and runs; throws ERR_INPUT_INVALID on arguments that do not fit. */
  call(args: unknown, context: Context): Promise<Record<string, unknown>>;
}

const TOOL_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Context>(
  tool: Tool<Input, Output, Context>,
): AnyTool<Context> {
  if (!TOOL_NAME.test(tool.name)) throw new TypeError(`A tool is named in snake case, unlike "${tool.name}".`);
  let input: JsonObject | undefined;
  let output: JsonObject | undefined;
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
      output ??= z.toJSONSchema(tool.output, { io: 'output' });
      return output;
    },
    effect: tool.effect,
    ...(tool.scope === undefined ? {} : { scope: tool.scope }),
    ...(tool.family === undefined ? {} : { family: tool.family }),
    ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
    ...(tool.ruledAs === undefined ? {} : { ruledAs: tool.ruledAs }),
    call: async (args, context) => tool.output.parse(await tool.run(parseInput(tool, args), context)),
  };
}

/** The plain data of a tool, as it crosses the wire. */
export function declarationOf(tool: AnyTool<never>): ToolDeclaration {
  const { call: _, ...declaration } = tool;
  return declaration;
}

function parseInput<Input extends z.ZodObject>(tool: { name: string; input: Input }, args: unknown): z.output<Input> {
  // strict: an argument that nobody reads is a mistake the model should hear of, not something to drop.
  const parsed = z.strictObject(tool.input.shape).safeParse(args ?? {});
  if (parsed.success) return tool.input.parse(parsed.data);
  const expected = Object.keys(tool.input.shape).sort();
  throw new SallyportError('ERR_INPUT_INVALID', `${tool.name}: ${describeIssues(parsed.error)}`, {
    hint: expected.length === 0 ? 'It takes no arguments.' : `It takes: ${expected.join(', ')}.`,
    data: { expected },
  });
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => [...issue.path.map(String), issue.message].join(': ')).join('; ');
}
