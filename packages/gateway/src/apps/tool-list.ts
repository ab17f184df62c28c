// Reads the tools an app declares. Malformed entries are skipped: one must not hide the others.
import { type Effect, isRecord, SallyportError, type ToolDeclaration } from '@sallyport/protocol';

const effects: readonly Effect[] = ['read', 'act', 'write', 'run'];

export interface ToolListOptions {
  /** From one of the user's servers: its effect, scope, family and timeout are ignored. */
  readonly isForeign?: boolean;
}

/** Reads `{tools: [...]}`. Throws ERR_PROTOCOL_ERROR when that is not a list. */
export function parseToolList(value: unknown, { isForeign = false }: ToolListOptions = {}): readonly ToolDeclaration[] {
  if (!isRecord(value) || !Array.isArray(value.tools)) {
    throw new SallyportError('ERR_PROTOCOL_ERROR', 'The app returned a malformed list of tools.');
  }
  return value.tools.flatMap((entry) => (isForeign ? parseForeignTool(entry) : parseTool(entry)) ?? []);
}

function parseTool(value: unknown): ToolDeclaration | undefined {
  if (!isRecord(value)) return undefined;
  const { name, title, description, inputSchema, outputSchema, effect, scope, family, timeoutMs, ruledAs, awaitsStep } =
    value;
  if (typeof name !== 'string' || name === '' || !isRecord(inputSchema)) return undefined;
  const known = effects.find((candidate) => candidate === effect);
  return {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema,
    ...(isRecord(outputSchema) ? { outputSchema } : {}),
    effect: known,
    ...(typeof scope === 'string' ? { scope } : {}),
    ...(typeof family === 'string' ? { family } : {}),
    ...(typeof timeoutMs === 'number' && timeoutMs > 0 ? { timeoutMs } : {}),
    ...(isTextRecord(ruledAs) ? { ruledAs } : {}),
    ...(awaitsStep === true ? { awaitsStep } : {}),
  };
}

function parseForeignTool(value: unknown): ToolDeclaration | undefined {
  const tool = parseTool(value);
  if (tool === undefined || !isRecord(value)) return undefined;
  const {
    effect: _,
    scope: __,
    timeoutMs: ___,
    family: ____,
    ruledAs: _____,
    awaitsStep: ______,
    ...declaration
  } = tool;
  return { ...declaration, foreign: value };
}

function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string');
}
