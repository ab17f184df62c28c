// Declares our own tools and turns their schemas into plain data. The only file that uses zod.
import * as z from 'zod';
import type { Effect, JsonObject, ToolDeclaration } from './app.ts';
import { SallyportError } from './error.ts';
import type { Reply } from './reply.ts';

export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject | undefined, Context> {
  /** Verb and noun in snake case. */
  readonly name: string;
  readonly title: string;
  /** What it does, when to use it, what it returns. */
  readonly description: string;
  readonly input: Input;
  /** If declared, the facts are sent as `structuredContent`; otherwise clients get only the text. */
  readonly output?: Output;
  readonly effect: Effect;
  readonly scope?: string;
  /** Without one it belongs to its app's own family. */
  readonly family?: string;
  readonly timeoutMs?: number;
  readonly ruledAs?: ToolDeclaration['ruledAs'];
  readonly awaitsStep?: boolean;
  /** Returns facts and parts, or throws a SallyportError. The pipeline does checks, limits, timing and rendering. */
  run(input: z.output<Input>, context: Context): Promise<Reply<Facts<Output>>>;
}

type Facts<Output> = Output extends z.ZodObject ? z.input<Output> : JsonObject;

/** A tool without its type parameters, for lists of tools. */
export interface AnyTool<Context> extends ToolDeclaration {
  readonly effect: Effect;
  /** Parses the arguments and runs the tool. Throws ERR_INPUT_INVALID for invalid arguments. */
  call(args: unknown, context: Context): Promise<Reply>;
}

const TOOL_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export function defineTool<Input extends z.ZodObject, Context, Output extends z.ZodObject | undefined = undefined>(
  tool: Tool<Input, Output, Context>,
): AnyTool<Context> {
  if (!TOOL_NAME.test(tool.name)) throw new TypeError(`The tool name "${tool.name}" is not in snake case.`);
  let input: JsonObject | undefined;
  let output: JsonObject | undefined;
  const declared = tool.output;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    // Computed on demand: for all tools of the editor it takes as long as loading its code.
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
    ...(tool.awaitsStep === undefined ? {} : { awaitsStep: tool.awaitsStep }),
    async call(args, context) {
      const { facts, parts } = await tool.run(parseInput(tool, args), context);
      return { facts: declared === undefined ? facts : declared.parse(facts), parts };
    },
  };
}

/** The declaration of a tool, as it is sent over the wire. */
export function declarationOf(tool: AnyTool<never>): ToolDeclaration {
  const { call: _, ...declaration } = tool;
  return declaration;
}

/**
 * What others sent, by a schema. Undefined where Zod itself fails, because it compares the `length` of whatever stands in
 * the place of a list or a text with its bounds.
 */
export function readForeign<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> | undefined {
  try {
    return schema.safeParse(value);
  } catch {
    return undefined;
  }
}

function parseInput<Input extends z.ZodObject>(tool: { name: string; input: Input }, args: unknown): z.output<Input> {
  // An unknown argument is a mistake that the model should know about, so it is refused.
  const parsed = readForeign(tool.input.strict(), args ?? {});
  // `strict` does not change the output type.
  if (parsed?.success) return parsed.data as z.output<Input>;
  const problem = parsed === undefined ? 'The arguments cannot be read.' : describeIssues(parsed.error);
  const expected = Object.keys(tool.input.shape).sort();
  throw new SallyportError('ERR_INPUT_INVALID', `${tool.name}: ${problem}`, {
    hint: expected.length === 0 ? 'It takes no arguments.' : `It takes: ${expected.join(', ')}.`,
    data: { expected },
  });
}

/** Issues quote the arguments, which may be long and many. */
const ISSUES_MAX = 5;
const ISSUE_MAX_CHARS = 300;

function describeIssues({ issues }: z.ZodError): string {
  const shown = issues.slice(0, ISSUES_MAX).map(({ path, message }) => {
    const text = [...path.map(String), message].join(': ');
    return text.length <= ISSUE_MAX_CHARS ? text : `${text.slice(0, ISSUE_MAX_CHARS)}…`;
  });
  const rest = issues.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
