// Resolves a code position from a line and a name on it, or a column, which agents often miscount.
import { SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { CodePosition } from '../language/code-facts.ts';
import type { ToolContext } from './context.ts';
import { path } from './fields.ts';

export const positionFields = {
  path,
  line: z.int().min(1).describe('Line of the symbol, from 1.'),
  symbol: z.string().min(1).optional().describe('The name as written on that line.'),
  column: z.int().min(1).optional().describe('Column from 1; not needed with symbol.'),
} as const;

type PositionInput = z.infer<z.ZodObject<typeof positionFields>>;

/** Throws ERR_INPUT_INVALID with the text of the line when the name is not on it. */
export async function resolvePosition(input: PositionInput, { boundary, code }: ToolContext): Promise<CodePosition> {
  const { path: real } = await boundary.resolve(input.path);
  const text = await code.lineAt(real, input.line);
  if (text === undefined) throw invalidPosition(input, `The file has no line ${input.line}`);
  if (input.symbol === undefined) {
    if (input.column === undefined) throw invalidPosition(input, 'Either symbol or column is required');
    return { path: real, line: input.line, column: input.column };
  }
  const columns = columnsOf(text, input.symbol);
  const column = columns.find((found) => found >= (input.column ?? 1)) ?? columns[0];
  if (column === undefined)
    throw invalidPosition(input, `Line ${input.line} has no "${input.symbol}": ${text.trim().slice(0, 200)}`);
  return { path: real, line: input.line, column };
}

/** Whole words first. */
function columnsOf(text: string, symbol: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(symbol); at !== -1; at = text.indexOf(symbol, at + 1)) found.push(at);
  const isWordChar = (char: string | undefined) => char !== undefined && /[\w$]/.test(char);
  const whole = found.filter((at) => !isWordChar(text[at - 1]) && !isWordChar(text[at + symbol.length]));
  return (whole.length > 0 ? whole : found).map((at) => at + 1);
}

function invalidPosition({ path: given }: PositionInput, message: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', message, { data: { path: given } });
}
